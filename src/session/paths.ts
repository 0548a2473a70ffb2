const LOGIN = '/login'
/** Pages that anybody may see. */
const OPEN = /^\/pages\/errors\//

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
  if (url.origin !== origin || /^\/(login|logout|callback)(\/|$)/.test(url.pathname)) return undefined
  // A path that normalises to "//host" would lead away once it is put into the address.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}

/** Is this a page that anybody may see? */
export function isOpen(pathname: string): boolean {
  return OPEN.test(pathname)
}

/**
 * Guests see the login and open pages, players everything but the login: they `stay`, or are sent to the `login`
 * (which remembers what they asked for) or `back` to what was remembered. The one place that decides.
 */
export function guard(status: 'guest' | 'player', pathname: string): 'stay' | 'login' | 'back' {
  if (isOpen(pathname)) return 'stay'
  const atLogin = pathname === LOGIN
  if (status === 'guest') return atLogin ? 'stay' : 'login'
  return atLogin ? 'back' : 'stay'
}
