import { DEFAULT_LOCALE } from './locales.ts'

/*
 * The keys of Settings.json that the page's first script reads. The platform embeds them in the page
 * (`data-settings`); settings.ts has their schemas, which the script goes without.
 */

/** The keys with a default, which holds where one is missing or wrong. */
export const PAGE_DEFAULTS = {
  language: DEFAULT_LOCALE,
  languageSelect: true,
  arabic: false,
  countryCheck: false,
  showLobby: true,
  socketToken: 'query',
} as const

/** The addresses. One that is not embedded is another server's, so none has a default here. */
export const PAGE_ADDRESSES = ['apiUrl', 'machineUrl', 'notificationUrl'] as const
