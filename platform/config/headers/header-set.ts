import { appPolicy, type Directive, infoPagePolicy, policyText, reportingEndpoints } from './csp.ts'

/*
 * The headers of the app's files, and the CORS headers of servers on other origins than the app's. The
 * built-in platform sends these; `npm run settings -- --headers` prints them for other servers.
 */

/** The pages that the app shows in iframes; no other page may be framed. */
export const INFO_PAGES = [
  'password-reset.html',
  'game-rules-and-content.html',
  'player-protection-information.html',
  'terms-of-use.html',
  'privacy-policy.html',
  'paytables.html',
  'accessibility-statement.html',
] as const

/** Values of Cache-Control. */
export const CACHE = {
  hashed: 'public, max-age=31536000, immutable',
  file: 'public, max-age=3600',
  page: 'no-cache',
} as const

/** The Cache-Control of a file without a content hash in its name; `name`: its path. */
export const cacheFor = (name: string): string =>
  /\.(html|json|webmanifest)$|^sw\.js$/.test(name) ? CACHE.page : CACHE.file

/** Files with a content hash in their name. */
const HASHED_FILE = /^\/assets\/[^/]+-[\w-]{7}\.\w+$/
/** Other files that rarely change. */
const OTHER_FILE = /\.(avif|css|gif|ico|jpe?g|js|mp3|png|svg|txt|webp|woff2?)$/

/**
 * Scripts, styles, fonts, pictures and the settings: opened directly they are no document that could run or
 * load anything.
 */
export const SUBRESOURCE = /\.(avif|css|gif|jpe?g|js|mp3|png|webp|woff2?)$|^Settings\.json$/
/** The headers that the built-in platform omits on subresources, because only documents need them. */
export const DOCUMENT_HEADERS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'x-xss-protection',
] as const
/** Omitted on a file with a content hash, which browsers never revalidate or request in parts. */
export const VALIDATOR_HEADERS = ['accept-ranges', 'etag', 'last-modified'] as const
/** The policy of a subresource that is opened directly. */
export const SUBRESOURCE_POLICY = "default-src 'none';frame-ancestors 'none'"

export const SECURITY_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const
export const HSTS = 'max-age=31536000'

/** A header of the app's files. The first case with a matching path applies, else `value`. */
export interface SiteHeader {
  readonly name: string
  readonly value: string
  readonly reason: string
  readonly directives?: readonly Directive[]
  readonly cases?: readonly HeaderCase[]
}
export interface HeaderCase {
  /** A path or a pattern. */
  readonly path: string | RegExp
  readonly value: string
  readonly reason: string
  readonly directives?: readonly Directive[]
}

/** The files of a build on which its headers depend: index.html and the information pages by name. */
export interface SiteFiles {
  readonly html: string
  readonly pages: ReadonlyMap<string, string>
}

/**
 * All headers of the app's files. `settings`: the content of Settings.json; `reportUrl`: receives reports of
 * policy violations.
 */
export function siteHeaders({ html, pages }: SiteFiles, settings: unknown, reportUrl?: string): SiteHeader[] {
  const app = appPolicy(html, settings, reportUrl)
  const pageCases = [...pages].map(([name, text]) => {
    const directives = infoPagePolicy(text, reportUrl)
    const reason = 'an information page'
    return { path: `/${name}`, value: policyText(directives), reason, directives }
  })
  const constant = (name: keyof typeof SECURITY_HEADERS, reason: string): SiteHeader => ({
    name,
    value: SECURITY_HEADERS[name],
    reason,
  })
  return [
    {
      name: 'Content-Security-Policy',
      value: policyText(app),
      reason: 'what the page may load, by directive',
      directives: app,
      cases: pageCases,
    },
    ...(reportUrl === undefined
      ? []
      : [
          {
            name: 'Reporting-Endpoints',
            value: reportingEndpoints(reportUrl),
            reason: 'where report-to sends its reports',
          },
        ]),
    {
      name: 'X-Frame-Options',
      value: 'DENY',
      reason: 'what frame-ancestors says, for browsers that do not know it',
      cases: pageCases.map(({ path, reason }) => ({ path, value: 'SAMEORIGIN', reason })),
    },
    {
      name: 'Cache-Control',
      value: CACHE.page,
      reason: 'pages, *.json and *.webmanifest are asked for again each time',
      cases: [
        { path: '/sw.js', value: CACHE.page, reason: 'a new service worker must not wait' },
        { path: HASHED_FILE, value: CACHE.hashed, reason: 'a content hash is in the name' },
        { path: OTHER_FILE, value: CACHE.file, reason: 'pictures, fonts and styles without a hash' },
      ],
    },
    constant('Referrer-Policy', 'no address of the app, which may hold a token, leaves it'),
    constant('Permissions-Policy', 'the app uses none of these'),
    constant('X-Content-Type-Options', 'a file is what its type says'),
    constant(
      'Cross-Origin-Opener-Policy',
      'a page that opened the app, or that it opened, has no hold on it',
    ),
    {
      name: 'Strict-Transport-Security',
      value: HSTS,
      reason: 'over HTTPS alone; a browser ignores it over plain HTTP',
    },
  ]
}

/** Quotes a value for nginx and Caddy. */
export const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`

/** The value of a header for a path. */
export function valueFor({ value, cases = [] }: SiteHeader, path: string): string {
  const found = cases.find((other) =>
    typeof other.path === 'string' ? other.path === path : other.path.test(path),
  )
  return found?.value ?? value
}
