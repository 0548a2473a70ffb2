import { LOCALE_CODES } from '../contract/locales.ts'
import type { LocalizedText } from '../contract/localized-text.ts'
import type { Locale } from './index.ts'

/**
 * An operator's text in a language: the one for it, else the Turkish, else the first there is. Empty when there is
 * none.
 */
export function textIn(text: LocalizedText, language: Locale): string {
  if (typeof text === 'string') return text.trim()
  const found = [language, ...LOCALE_CODES].map((code) => text[code]?.trim()).find(Boolean)
  return found ?? ''
}
