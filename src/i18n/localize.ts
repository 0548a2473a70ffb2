import type { Settings } from '../contract/settings.ts'
import { LOCALES, type Locale } from './index.ts'

/**
 * An operator's text in a language: the one for it, else the Turkish, else the first there is. Empty when there is
 * none.
 */
export function textOf(text: Settings['informationText'], language: Locale): string {
  if (typeof text === 'string') return text.trim()
  const found = [language, ...LOCALES].map((code) => text[code]?.trim()).find(Boolean)
  return found ?? ''
}
