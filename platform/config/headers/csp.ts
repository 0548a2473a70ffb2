import { createHash } from 'node:crypto'
import { CHAT_FRAMES } from '../../../src/contract/chat.ts'
import { readKeys, readSettings } from '../../../src/contract/settings.ts'
import { readOperatorSettings } from '../../../src/contract/settings-operator.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../../src/contract/settings-play.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes of inline scripts or styles. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'))
  return [...blocks]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => sha256(text))
}

/** URLs permit more in a host, such as `;` and `,`, which would end a directive of the policy. */
const HOST = /^[\w.:[\]-]*$/

/** Whether an absolute URL has a host that no server has. */
export const hasOddHost = (address: string): boolean =>
  URL.canParse(address) && !HOST.test(new URL(address).host)

/** The hosts of absolute URLs, and whether they use TLS. */
function hostsOf(addresses: readonly string[]): { secure: string; host: string }[] {
  return addresses
    .filter((address) => URL.canParse(address) && !hasOddHost(address))
    .map((address) => new URL(address))
    .filter(({ protocol }) => /^(https?|wss?):$/.test(protocol))
    .map(({ protocol, host }) => ({ secure: /^(https|wss):$/.test(protocol) ? 's' : '', host }))
}

/**
 * The origins that a Settings.json adds to the app's own; `video`: the WHEP addresses that the machine server
 * sends.
 */
function originsOf(raw: unknown, video: readonly string[]) {
  const { apiUrl, machineUrl, notificationUrl } = readSettings(raw).settings
  const { logo, splashLogo, banners, liveChat, liveChatUrl } = readOperatorSettings(raw).more
  const { videoUrl } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw).read
  const sockets = hostsOf([machineUrl, notificationUrl])
  const servers = [...hostsOf([apiUrl]), ...sockets]
  const pictures = hostsOf([logo, splashLogo, ...banners.map(({ image }) => image)])
  const http = ({ secure, host }: { secure: string; host: string }) => `http${secure}://${host}`
  const chat = (liveChat && CHAT_FRAMES[liveChat]) || hostsOf([liveChatUrl]).map(http)
  return {
    connect: [
      ...new Set([
        ...servers.map(http),
        ...sockets.map(({ secure, host }) => `ws${secure}://${host}`),
        // WHEP uses HTTP only; the media travels by WebRTC.
        ...hostsOf([videoUrl, ...video]).map(http),
      ]),
    ],
    // API servers also serve pictures, such as machine stills.
    pictures: [...new Set([...servers, ...pictures].map(http))],
    frames: liveChat ? [...chat] : [],
  }
}

/** The name of the report endpoint in the policies. */
const REPORT_GROUP = 'csp'

/** The value of Reporting-Endpoints. */
export const reportingEndpoints = (reportUrl: string): string => `${REPORT_GROUP}="${reportUrl}"`

/** The directives that report violations of the policy. */
const reporting = (reportUrl: string | undefined): Directive[] =>
  reportUrl === undefined
    ? []
    : [
        {
          name: 'report-to',
          values: [REPORT_GROUP],
          reason: 'what is refused is reported to the endpoint of Reporting-Endpoints',
        },
        { name: 'report-uri', values: [reportUrl], reason: 'the same, for browsers without report-to' },
      ]

/** The trusted-types policies that the app creates. */
const TRUSTED_TYPES = ['reelcast-worker'] as const

/** A directive of a policy, with the reason for its values. */
export interface Directive {
  readonly name: string
  readonly values: readonly string[]
  readonly reason: string
}

/**
 * The app's Content-Security-Policy: its own origin, the inline blocks of index.html by hash, and the
 * servers, picture origins and chat frame of Settings.json. No third-party script runs. `reportUrl`: receives
 * reports of violations. `video`: the addresses of an SFU.
 */
export function appPolicy(
  html: string,
  settings?: unknown,
  reportUrl?: string,
  video: readonly string[] = [],
): Directive[] {
  const { connect, pictures, frames } = originsOf(settings, video)
  const of = (name: string, values: string[], reason: string): Directive => ({ name, values, reason })
  return [
    of('default-src', ["'self'"], 'what no other directive names, such as fonts and the manifest'),
    of(
      'script-src',
      ["'self'", ...inlineHashes(html, 'script')],
      'the built files, and the inline script of index.html by its hash, which changes with each build',
    ),
    of(
      'style-src',
      ["'self'", sha256(''), ...inlineHashes(html, 'style')],
      'the built files; the empty style element that Fluent fills by CSSOM (the hash of the empty string; without it dialogs have no backdrop); the inline style of index.html',
    ),
    of(
      'img-src',
      ["'self'", 'data:', 'blob:', ...pictures],
      'the own pictures; stills, which are fetched as blobs because an <img> sends no token; pictures of the API and of logo, splashLogo and banners',
    ),
    of(
      'connect-src',
      ["'self'", ...connect],
      'calls (apiUrl), WHEP (videoUrl, else relative to machineUrl) and sockets; a socket needs its origin with ws: or wss:',
    ),
    ...(frames.length > 0
      ? [of('frame-src', ["'self'", ...frames], "the information pages, and the live chat provider's page")]
      : []),
    of('worker-src', ["'self'"], 'the service worker'),
    of('object-src', ["'none'"], 'no plug-in content'),
    of('base-uri', ["'none'"], 'no <base> may move the relative addresses'),
    of('form-action', ["'self'"], 'the login form goes nowhere else'),
    of('frame-ancestors', ["'none'"], 'no other page may frame the app and take its taps'),
    of('require-trusted-types-for', ["'script'"], 'no text becomes markup or script by accident'),
    of(
      'trusted-types',
      [...TRUSTED_TYPES],
      'the one policy that the app creates, for the address of its worker',
    ),
    ...reporting(reportUrl),
  ]
}

/**
 * The policy of an information page: the app may frame it; pictures and styles of this origin only, no
 * scripts.
 */
export function infoPagePolicy(html: string, reportUrl?: string): Directive[] {
  const of = (name: string, values: string[], reason: string): Directive => ({ name, values, reason })
  return [
    of('default-src', ["'none'"], 'nothing that no other directive names'),
    of('script-src', ["'none'"], 'no script: the page is text'),
    of('style-src', ["'self'", ...inlineHashes(html, 'style')], '/info.css, and an inline style by its hash'),
    of('img-src', ["'self'", 'data:'], 'pictures of this origin'),
    of('font-src', ["'self'"], 'fonts of this origin'),
    of('base-uri', ["'none'"], 'no <base> may move the relative addresses'),
    of('form-action', ["'self'"], 'no form goes to another origin'),
    of(
      'frame-ancestors',
      ["'self'"],
      "the app shows the page in a frame; with 'none' the window stays empty",
    ),
    ...reporting(reportUrl),
  ]
}

/** The value of the header. */
export const policyText = (policy: readonly Directive[]): string =>
  policy.map(({ name, values }) => `${name} ${values.join(' ')}`).join(';')

/** The app's policy in helmet's format. */
export const contentSecurityPolicy = (
  html: string,
  settings?: unknown,
  reportUrl?: string,
  video?: readonly string[],
): Record<string, string[]> =>
  Object.fromEntries(
    appPolicy(html, settings, reportUrl, video).map(({ name, values }) => [name, [...values]]),
  )

/** The policy header of an information page. */
export const pagePolicy = (html: string, reportUrl?: string): string =>
  policyText(infoPagePolicy(html, reportUrl))
