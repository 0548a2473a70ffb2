import type { Role } from '../session/state.ts'
import { findRoute, NOT_FOUND } from './find-route.ts'
import { hasRole } from './roles.ts'

/**
 * The path to return to after the login, with query and hash; undefined for any text that leads to another
 * origin or to login, logout and callback.
 */
export function safePath(text: string | undefined, origin: string): string | undefined {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text)) return undefined
  let url: URL
  try {
    url = new URL(text, origin)
  } catch {
    return undefined
  }
  if (url.origin !== origin || /^\/(login|logout|callback)(\/|$)/i.test(url.pathname)) return undefined
  // The browser would read "//host" as another origin.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}

/** The result for a path: `stay`; `login`, which stores the path; `back`; or another path to redirect to. */
export type Decision = 'stay' | 'login' | 'back' | `/${string}`

/**
 * Decides whether a user with these roles (empty: a guest) may see a path; no other code decides it. An
 * unknown path is not found for anyone. A guest is sent to the login. A player who is already logged in, or
 * whose role is not sufficient, is sent back. A profile with an id is visible to its own player (id and user
 * name in `own`); any other is not found.
 */
export function authorize(
  roles: readonly Role[],
  pathname: string,
  extras: boolean,
  own: readonly string[] = [],
): Decision {
  const row = findRoute(pathname)
  if (!row || (row.extra && !extras)) return NOT_FOUND
  if (!hasRole(row.auth, roles)) return roles.length ? 'back' : 'login'
  const { profileId } = row.params
  // The confirmation of a login at a kiosk: features/account/link/.
  if (profileId && profileId !== 'link' && !own.includes(profileId)) return NOT_FOUND
  return row.page === '/lobby' ? row.page : 'stay'
}
