/**
 * The information pages in the order of the footer: the key of each page's title, and its file name. Each is
 * the operator's but the accessibility statement, which comes with the app.
 */
export const INFO_PAGES = {
  passwordReset: 'password-reset',
  gameRules: 'game-rules-and-content',
  playerProtection: 'player-protection-information',
  terms: 'terms-of-use',
  privacy: 'privacy-policy',
  paytables: 'paytables',
  accessibility: 'accessibility-statement',
} as const

export type InfoPageName = keyof typeof INFO_PAGES

/** The path of a page in a language, such as `/paytables.html#en`. The fragment selects the article. */
export function infoPagePath(page: InfoPageName, language: string): string {
  return `/${INFO_PAGES[page]}.html#${language}`
}
