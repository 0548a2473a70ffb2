import { parseUrl } from '../../../src/contract/parse-url.ts'
import { readKeys, readSettings } from '../../../src/contract/settings.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../../src/contract/settings-play.ts'

/** The CORS headers of WHEP; shared with the built-in platform's WHEP routes. */
export const WHEP_ALLOW_HEADERS = 'Authorization, Content-Type, If-Match'
export const WHEP_EXPOSE_HEADERS = 'Location, ETag, Link, Retry-After, Accept-Patch'

/** The headers that a server on another origin than the app's adds to its answers. */
export interface CorsRule {
  readonly title: string
  /** The server's origin. */
  readonly origin: string
  /** Paths on that server; one with a trailing slash includes all paths below it. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Max-Age': '86400' }

const CALLS = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Expose-Headers': 'Retry-After',
  // For the paytable's pictures: an <img> fetches them without CORS.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const WHEP = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': WHEP_ALLOW_HEADERS,
  'Access-Control-Expose-Headers': WHEP_EXPOSE_HEADERS,
}

const http = (address: string) => address.replace(/^ws/, 'http')

/**
 * The CORS headers that a Settings.json requires. Any origin may call, because the token travels in a header
 * and there are no cookies. Sockets need none, because WebSockets are not subject to CORS; a server that
 * checks `Origin` must accept the app's.
 */
export function corsRules(settings: unknown): CorsRule[] {
  const { apiUrl, machineUrl } = readSettings(settings).settings
  const { videoUrl } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, settings).read
  const rules: CorsRule[] = []
  const api = parseUrl(`${apiUrl}/`)
  if (api) {
    const check = new URL('../check', api).pathname
    rules.push({ title: 'Calls', origin: api.origin, paths: [api.pathname, check], headers: CALLS })
  }
  // If the machine server sets the path, the built-in platform's.
  const video = parseUrl(videoUrl || '/whep/', parseUrl(http(machineUrl)))
  if (video) {
    // The path before the machine's id.
    const [before = ''] = video.pathname.split('%7Bid%7D')
    const paths = [before.replace(/[^/]*$/, '')]
    rules.push({ title: 'Video (WHEP)', origin: video.origin, paths, headers: WHEP })
  }
  return rules
}
