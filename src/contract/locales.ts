/**
 * The languages, in the order in which a player chooses from them. Types, checks, the schema of Settings.json, the
 * language switch and the page's direction follow from this table; CONTRIBUTING.md lists the files of a new one.
 *
 * - `name`: the language's own name.
 * - `dir`: the direction of its script.
 * - `decimal`: the sign before the cents; `list`: the separator of a CSV file's cells, as Excel expects it.
 * - `optIn`: offered before the login alone, and only where the setting `arabic` allows it.
 */
export const LOCALES = {
  tr: { name: 'Türkçe', dir: 'ltr', decimal: ',', list: ';', optIn: false },
  en: { name: 'English', dir: 'ltr', decimal: '.', list: ',', optIn: false },
  ar: { name: 'العربية', dir: 'rtl', decimal: '.', list: ',', optIn: true },
} as const satisfies Record<string, LocaleRecord>

interface LocaleRecord {
  name: string
  dir: 'ltr' | 'rtl'
  decimal: ',' | '.'
  list: ',' | ';'
  optIn: boolean
}

/** The code of a language, ISO 639-1. */
export type Locale = keyof typeof LOCALES

export const LOCALE_CODES = Object.keys(LOCALES) as readonly Locale[]
