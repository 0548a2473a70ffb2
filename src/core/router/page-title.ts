import type { PageName } from '../../contract/pages.ts'

/* Separate from find-route.ts, because the first screen needs no titles. */

/** The pages without a title of their own: their title is the name in the path, else the app's name. */
type UntitledPage = 'game' | 'login' | 'callback' | 'adminExample' | 'staffExample' | 'guestExample'

/** The key of a page's title, which the menu shows too. A page without a title does not compile. */
export const titleKey = (page: string) => `router.${page}` as `router.${Exclude<PageName, UntitledPage>}`
