import { createHash } from 'node:crypto'
import { CHAT_FRAMES } from '../../src/contract/chat.ts'
import { readKeys, readSettings } from '../../src/contract/settings.ts'
import { readMore } from '../../src/contract/settings-operator.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../src/contract/settings-play.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes of the inline blocks of one kind; those with a src have nothing inside to hash. */
function inline(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'))
  return [...blocks]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => sha256(text))
}

/** The host of each address of another server, and whether it is spoken to securely. */
function hostsOf(addresses: readonly string[]): { secure: string; host: string }[] {
  return addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    .filter(({ protocol }) => /^(https?|wss?):$/.test(protocol))
    .map(({ protocol, host }) => ({ secure: /s:$/.test(protocol) ? 's' : '', host }))
}

/** What a Settings.json opens besides the app's own origin, and nothing more. */
function opened(raw: unknown) {
  const { apiUrl, machineUrl, notificationUrl } = readSettings(raw).settings
  const { logo, splashLogo, banners, liveChat, liveChatUrl } = readMore(raw).more
  const { videoUrl } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw).read
  const servers = hostsOf([apiUrl, machineUrl, notificationUrl])
  const pictures = hostsOf([logo, splashLogo, ...banners.map(({ image }) => image)])
  const http = ({ secure, host }: { secure: string; host: string }) => `http${secure}://${host}`
  const chat = CHAT_FRAMES[liveChat] ?? hostsOf([liveChatUrl]).map(http)
  return {
    connect: [
      ...new Set([
        ...servers.flatMap((server) => [http(server), `ws${server.secure}://${server.host}`]),
        // WHEP is calls alone; the pictures themselves come by WebRTC.
        ...hostsOf([videoUrl]).map(http),
      ]),
    ],
    // A server's own pictures, such as the stills of its machines, come from where its calls are.
    pictures: [...new Set([...servers, ...pictures].map(http))],
    frames: liveChat ? [...chat] : [],
  }
}

/**
 * The Content-Security-Policy of the app, as helmet wants it: everything from this origin, the inline blocks
 * of index.html by their hashes, connections to the servers that Settings.json names, pictures from the origins it
 * names, and the live chat's page in a frame. No script of anybody else runs in the app.
 * The hash of nothing lets the component library make empty style elements, which it fills rule by rule.
 */
export function contentSecurityPolicy(html: string, settings?: unknown): Record<string, string[]> {
  const { connect, pictures, frames } = opened(settings)
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline(html, 'script')],
    'style-src': ["'self'", sha256(''), ...inline(html, 'style')],
    // Stills come as blobs: a call carries its token in a header, which a picture's address can not.
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

/**
 * The policy of an information page as one header: the app may show it in a frame, it may bring pictures and
 * styles of this origin and its own inline styles, and it runs no script at all.
 */
export function pagePolicy(html: string): string {
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'none'"],
    'style-src': ["'self'", ...inline(html, 'style')],
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
