/** The operator's pages in the order of the bar: the name of each, and of its label among the messages. */
export const PAGES = {
  passwordReset: 'password-reset',
  gameRules: 'game-rules-and-content',
  playerProtection: 'player-protection-information',
  terms: 'terms-of-use',
  privacy: 'privacy-policy',
  paytables: 'paytables',
} as const

export type PageName = keyof typeof PAGES

/** Where a page is, in a language: `/paytables.html#en`. The page itself chooses by the end of the address. */
export function pagePath(page: PageName, language: string): string {
  return `/${PAGES[page]}.html#${language}`
}
