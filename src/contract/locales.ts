/**
 * The languages, in the order of the language switch. Types, checks, the schema of Settings.json, the
 * language switch and the page's direction follow from this table; docs/recipes.md lists the files of a new
 * language.
 *
 * - `dir`: the direction of its script.
 * - `decimal`: its decimal separator.
 * - `optIn`: offered only if the setting `arabic` permits it.
 */
export const LOCALES = {
  tr: { dir: 'ltr', decimal: ',', optIn: false },
  en: { dir: 'ltr', decimal: '.', optIn: false },
  ar: { dir: 'rtl', decimal: '.', optIn: true },
} as const satisfies Record<string, { dir: 'ltr' | 'rtl'; decimal: ',' | '.'; optIn: boolean }>

/** The code of a language, ISO 639-1. */
export type Locale = keyof typeof LOCALES

/** The languages' own names. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { tr: 'Türkçe', en: 'English', ar: 'العربية' }

export const LOCALE_CODES = Object.keys(LOCALES) as readonly Locale[]

/** The language if the operator sets none. */
export const DEFAULT_LOCALE = 'tr' satisfies Locale

/** The language with this code, else the default. */
export const toLocale = (code: unknown): Locale => LOCALE_CODES.find((one) => one === code) ?? DEFAULT_LOCALE

/** The languages that a player may choose from, by the settings `languageSelect` and `arabic`. */
export const localesToOffer = (languageSelect: boolean, arabic: boolean): readonly Locale[] =>
  languageSelect ? LOCALE_CODES.filter((code) => arabic || !LOCALES[code].optIn) : []
