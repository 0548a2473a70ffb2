import { createHash } from 'node:crypto'
import { CHAT_FRAMES } from '../../src/contract/chat.ts'
import { readKeys, readSettings } from '../../src/contract/settings.ts'
import { readOperatorSettings } from '../../src/contract/settings-operator.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../src/contract/settings-play.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes of inline scripts or styles. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'))
  return [...blocks]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => sha256(text))
}

/** The hosts of absolute URLs, and whether they use TLS. */
function hostsOf(addresses: readonly string[]): { secure: string; host: string }[] {
  return addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    .filter(({ protocol }) => /^(https?|wss?):$/.test(protocol))
    .map(({ protocol, host }) => ({ secure: /s:$/.test(protocol) ? 's' : '', host }))
}

/** The origins that a Settings.json adds to the app's own. */
function originsOf(raw: unknown) {
  const { apiUrl, machineUrl, notificationUrl } = readSettings(raw).settings
  const { logo, splashLogo, banners, liveChat, liveChatUrl } = readOperatorSettings(raw).more
  const { videoUrl } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw).read
  const sockets = hostsOf([machineUrl, notificationUrl])
  const servers = [...hostsOf([apiUrl]), ...sockets]
  const pictures = hostsOf([logo, splashLogo, ...banners.map(({ image }) => image)])
  const http = ({ secure, host }: { secure: string; host: string }) => `http${secure}://${host}`
  const chat = CHAT_FRAMES[liveChat] ?? hostsOf([liveChatUrl]).map(http)
  return {
    connect: [
      ...new Set([
        ...servers.map(http),
        ...sockets.map(({ secure, host }) => `ws${secure}://${host}`),
        // WHEP uses HTTP only; the media travels by WebRTC.
        ...hostsOf([videoUrl]).map(http),
      ]),
    ],
    // API servers also serve pictures, such as the machines' stills.
    pictures: [...new Set([...servers, ...pictures].map(http))],
    frames: liveChat ? [...chat] : [],
  }
}

/**
 * The app's Content-Security-Policy in helmet's format: its own origin, inline blocks of index.html by hash, and the
 * servers, picture origins and chat frame of Settings.json. No third-party script runs. The hash of the empty string
 * permits the empty style elements that Fluent fills by CSSOM.
 */
export function contentSecurityPolicy(html: string, settings?: unknown): Record<string, string[]> {
  const { connect, pictures, frames } = originsOf(settings)
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineHashes(html, 'script')],
    'style-src': ["'self'", sha256(''), ...inlineHashes(html, 'style')],
    // Stills are fetched as blobs, because an <img> cannot send the token header.
    'img-src': ["'self'", 'data:', 'blob:', ...pictures],
    'connect-src': ["'self'", ...connect],
    ...(frames.length > 0 && { 'frame-src': ["'self'", ...frames] }),
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  }
}

/** The policy header of an information page: framed by the app, pictures and styles of this origin, no script. */
export function pagePolicy(html: string): string {
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'none'"],
    'style-src': ["'self'", ...inlineHashes(html, 'style')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';')
}
