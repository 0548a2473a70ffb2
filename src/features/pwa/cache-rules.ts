import { playerPages } from '../../contract/routes.ts'

/** What the service worker does with a request; undefined: nothing, the browser asks as if there were no worker. */
export type Strategy = 'shell' | 'page' | 'code' | 'art' | 'settings' | undefined

/** What the rules look at. */
export type CacheRequest = Pick<Request, 'method' | 'mode' | 'destination' | 'url' | 'headers' | 'cache'>

/** Names the cache of a build, before the build. */
export const SHELL_PREFIX = 'reelcast-shell-'
/** The page of that build that may open at once; /index.html is there for a start without a network. */
export const CURRENT_PAGE = '/index.html?current'

/** Written by the build with a hash in its name: never changes. */
const CODE = /^\/assets\/[^/]+-[\w-]{7}\.(js|css)$/
const ART =
  /^\/(assets\/machines\/[^/]+\.(avif|png|svg|webp)|(fonts|icons)\/[^/]+\.(woff2|png|svg)|favicon\.svg)$/
/**
 * Pages that may open before the server has answered. Not the logout, the callback of a login, nor an address that the
 * server may answer with 404.
 */
const SHELL_PAGE = new RegExp(
  `^/($|(login|${playerPages()
    .filter((page) => page !== 'logout')
    .join('|')})(/|$))`,
)
/** A reload asks for what is new. */
const RELOAD: readonly RequestCache[] = ['no-cache', 'no-store', 'reload']
/** Answered by a server anew each time. */
const CALLS = /^\/(api|check|whep|socket\.io)(\/|$)/

/**
 * An allow list: only what is named here is ever kept, so that money, status, calls, sockets and pictures of a
 * machine can not be. Nothing of another origin, nothing that is asked with a token or in parts.
 */
export function strategyFor(
  { method, mode, destination, url, headers, cache }: CacheRequest,
  origin: string,
): Strategy {
  const { origin: from, pathname, search } = new URL(url)
  if (method !== 'GET' || from !== origin || headers.has('authorization') || headers.has('range'))
    return undefined
  if (mode === 'navigate') {
    // A page of the app, not an information page in a frame. Its address may hold a token and is never kept.
    const isApp = destination === 'document' && !CALLS.test(pathname) && !/\.\w+$/.test(pathname)
    if (!isApp) return undefined
    // A query may hold a token, or make the screen a kiosk.
    return SHELL_PAGE.test(pathname) && !search && !RELOAD.includes(cache) ? 'shell' : 'page'
  }
  // The poster's smaller copy (lobby/Art.tsx).
  if (search && !(search === '?w=320' && ART.test(pathname))) return undefined
  if (pathname === '/Settings.json') return 'settings'
  if (CODE.test(pathname)) return 'code'
  return ART.test(pathname) ? 'art' : undefined
}

/** May this answer be kept: complete, from here, and not led elsewhere? */
export const isCacheable = ({ status, type, redirected }: Pick<Response, 'status' | 'type' | 'redirected'>) =>
  status === 200 && (type === 'basic' || type === 'default') && !redirected
