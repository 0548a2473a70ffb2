import { type Locale, setLocale } from '../../i18n/index.ts'
import { write } from '../storage/storage.ts'
import { LANGUAGE_KEY } from './start-locale.ts'

/** Stores the player's choice and switches to it. Rejects if its texts cannot be fetched. */
export function chooseLocale(locale: Locale): Promise<void> {
  write('local', LANGUAGE_KEY, locale)
  return setLocale(locale)
}
