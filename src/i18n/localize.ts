import { LOCALE_CODES } from '../contract/locales.ts'
import type { LocalizedText } from '../contract/localized-text.ts'
import { type Locale, locale } from './index.ts'

/**
 * A text of the operator or the server in a language (by default the page's), else in Turkish, else in any
 * language. Empty without a text.
 */
export function localize(text: LocalizedText, language: Locale = locale.value): string {
  if (typeof text === 'string') return text.trim()
  const found = [language, ...LOCALE_CODES].map((code) => text[code]?.trim()).find(Boolean)
  return found ?? ''
}
