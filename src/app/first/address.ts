import type { FirstPart } from '../../contract/pages.ts'

/* Which page the address leads to, as far as the first script has to know. The router comes with the app. */

const path = location.pathname

/**
 * The address as a lobby's, null if it is no lobby's. `lobby[1]` is the brand's id, encoded, if the lobby
 * shows the machines of one brand.
 */
export const lobby = /^\/(?:lobby(?:\/([^/]*).*)?)?$/.exec(path)

/** Whether the path continues after this first part, in the same letter case. */
export const isBelow = (part: FirstPart): boolean => path.startsWith(`/${part}/`)

/** Whether the path begins with this part, in any letter case. */
export const startsWith = (part: FirstPart): boolean => path.toLowerCase().startsWith(`/${part}`)

/** Whether a guest sees the login here: at its own address, or where the guard redirects to it. */
export const leadsToLogin = (): boolean =>
  path === '/' || __LOGIN_PAGES__.includes(path.toLowerCase().split('/')[1] ?? '')
