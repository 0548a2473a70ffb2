/**
 * The languages, in the order in which a player chooses from them. Types, checks, the schema of Settings.json, the
 * language switch and the page's direction follow from this table; CONTRIBUTING.md lists the files of a new one.
 *
 * - `dir`: the direction of its script.
 * - `decimal`: the sign before the cents.
 * - `optIn`: offered before the login alone, and only where the setting `arabic` allows it.
 */
export const LOCALES = {
  tr: { dir: 'ltr', decimal: ',', optIn: false },
  en: { dir: 'ltr', decimal: '.', optIn: false },
  ar: { dir: 'rtl', decimal: '.', optIn: true },
} as const satisfies Record<string, { dir: 'ltr' | 'rtl'; decimal: ',' | '.'; optIn: boolean }>

/** The code of a language, ISO 639-1. */
export type Locale = keyof typeof LOCALES

export const LOCALE_CODES = Object.keys(LOCALES) as readonly Locale[]
