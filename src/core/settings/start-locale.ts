import type { Locale } from '../../contract/locales.ts'
import type { StorageKey } from '../storage/keys.ts'
import { read } from '../storage/storage.ts'

/** The language that the player chose on this device. */
export const LANGUAGE_KEY: StorageKey = 'reelcast.language'

/** The language at the start: the player's own choice if the operator offers it, else the operator's. */
export function startLocale(offers: readonly Locale[], language: Locale): Locale {
  const chosen = read('local', LANGUAGE_KEY)
  return offers.find((code) => code === chosen) ?? language
}
