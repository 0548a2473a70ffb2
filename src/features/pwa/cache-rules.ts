import { playerPages } from '../../contract/pages.ts'

/** How the service worker answers a request; undefined: it leaves the request to the browser. */
export type Strategy = 'shell' | 'page' | 'code' | 'art' | 'settings' | undefined

export type CacheRequest = Pick<Request, 'method' | 'mode' | 'destination' | 'url' | 'headers' | 'cache'>

/** The name of a build's cache is this prefix and the build id. */
export const SHELL_PREFIX = 'reelcast-shell-'
/** The build's page that may open before the server answers; /index.html is for a start without a network. */
export const CURRENT_PAGE = '/index.html?current'

/** The build puts a hash into these names, so the files never change. */
const CODE = /^\/assets\/[^/]+-[\w-]{7}\.(js|css)$/
const ART =
  /^\/(assets\/machines\/[^/]+\.(avif|png|svg|webp)|(fonts|icons)\/[^/]+\.(woff2|png|svg)|favicon\.svg)$/
/**
 * Pages that may open before the server has answered. Not among them: the logout, the login's callback, and
 * addresses for which the server may answer 404.
 */
const SHELL_PAGE = new RegExp(
  `^/($|(login|${playerPages()
    .filter((page) => page !== 'logout')
    .join('|')})(/|$))`,
)
/** The cache modes of a reload, which must reach the server. */
const RELOAD: readonly RequestCache[] = ['no-cache', 'no-store', 'reload']
/** Paths with a new answer for each request. */
const CALLS = /^\/(api|check|whep|socket\.io)(\/|$)/

/**
 * An allow list: only requests that are named here are ever cached. So no amounts, statuses, calls, sockets
 * and machine stills are, nor other origins, nor requests with a token or a range.
 */
export function strategyFor(
  { method, mode, destination, url, headers, cache }: CacheRequest,
  origin: string,
): Strategy {
  const { origin: from, pathname, search } = new URL(url)
  if (method !== 'GET' || from !== origin || headers.has('authorization') || headers.has('range'))
    return undefined
  if (mode === 'navigate') {
    // A page of the app, not an information page in an iframe. Its address is never a cache key, because it
    // may contain a token.
    const isApp = destination === 'document' && !CALLS.test(pathname) && !/\.\w+$/.test(pathname)
    if (!isApp) return undefined
    // A query may contain a token, or turn the screen into a kiosk.
    return SHELL_PAGE.test(pathname) && !search && !RELOAD.includes(cache) ? 'shell' : 'page'
  }
  // The smaller copy of a poster (lobby/Art.tsx).
  if (search && !(search === '?w=320' && ART.test(pathname))) return undefined
  if (pathname === '/Settings.json') return 'settings'
  if (CODE.test(pathname)) return 'code'
  return ART.test(pathname) ? 'art' : undefined
}

/** The content type of a file by its ending; the first line that fits applies. */
const CONTENT_TYPES: readonly (readonly [file: RegExp, type: RegExp])[] = [
  [/\.js$/, /^(text|application)\/(x-)?(java|ecma)script\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.html$/, /^text\/html\b/],
  [/\.json$/, /json\b|^text\/plain\b|^application\/octet-stream\b/],
  [/./, /^(image|font)\/|^application\/(octet-stream|.*font)/],
]

/**
 * Whether an answer may be cached as this file: complete, from this origin, not redirected, and of the file's
 * type. Some servers answer 200 with their page under any name, and so does a captive portal.
 */
export function isCacheable(
  file: string,
  { status, type, redirected, headers }: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>,
): boolean {
  const { pathname } = new URL(file, 'https://localhost')
  const contentType = CONTENT_TYPES.find(([name]) => name.test(pathname))?.[1]
  const isWhole = status === 200 && (type === 'basic' || type === 'default') && !redirected
  return isWhole && contentType?.test((headers.get('content-type') ?? '').toLowerCase()) === true
}

/**
 * The address by which a page is loaded again with its fragment, which may hold the code of a login by phone.
 * A navigation to the same URL with a fragment would only scroll, so its query becomes another empty one.
 */
export function reloadAddress(url: string): string {
  const [page = '', ...fragment] = url.split('#')
  if (fragment.length === 0) return page
  const other = /[?&]$/.test(page) ? page.slice(0, -1) : `${page}${page.includes('?') ? '&' : '?'}`
  return `${other}#${fragment.join('#')}`
}
