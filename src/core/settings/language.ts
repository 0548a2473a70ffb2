import { LOCALE_CODES, type Locale } from '../../contract/locales.ts'
import { setLocale } from '../../i18n/index.ts'
import { read, write } from '../storage/storage.ts'

const LANGUAGE_KEY = 'reelcast.language'

/** The language that was chosen on this device, if any. */
export function storedLocale(): Locale | undefined {
  const stored = read('local', LANGUAGE_KEY)
  return LOCALE_CODES.find((code) => code === stored)
}

/** Stores the player's choice and switches to it. Rejects if its texts cannot be fetched. */
export function chooseLocale(locale: Locale): Promise<void> {
  write('local', LANGUAGE_KEY, locale)
  return setLocale(locale)
}
