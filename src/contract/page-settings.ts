import { DEFAULT_LOCALE } from './locales.ts'

/*
 * The keys of Settings.json that the page's first script reads. The platform embeds them in the page
 * (`data-settings`). settings.ts has their schemas, which the script does not load.
 */

/** The keys with a default, which applies if a key is missing or invalid. */
export const PAGE_DEFAULTS = {
  language: DEFAULT_LOCALE,
  languageSelect: true,
  arabic: false,
  countryCheck: false,
  showLobby: true,
  socketToken: 'query',
} as const

/** The addresses have no default here: one that is not embedded belongs to another server. */
export const PAGE_ADDRESSES = ['apiUrl', 'machineUrl', 'notificationUrl'] as const
