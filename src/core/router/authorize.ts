import type { Role } from '../session/state.ts'
import { encodePart } from './paths.ts'
import { hasRole } from './roles.ts'
import { findRoute, NOT_FOUND } from './routes.ts'

/**
 * A path to return to after login, with its query and hash; undefined for anything that leads away from
 * `origin` or back to login or logout.
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
  // A path that normalises to "//host" would lead away once it is put into the address.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}

/** What to do with a navigation: allow it, go to the `login` (which remembers this path), go `back`, or to that path. */
export type Decision = 'stay' | 'login' | 'back' | `/${string}`

/**
 * Whether a user with these roles (none: a guest) may be at this path. A path that does not exist is not found, for all;
 * a guest logs in first; a player who is logged in already, or whose role is not enough, goes back. A profile with an
 * id is the player's own, by id or user name (`own`); any other is not found. The one place that decides.
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
  // Without route-params.ts, which the login does not fetch; browsers leave some characters as they are.
  const profileId = row.path.exec(pathname)?.groups?.profileId
  if (profileId && !own.some((name) => profileId === name || profileId === encodePart(name))) return NOT_FOUND
  return row.page === '/lobby' ? row.page : 'stay'
}
