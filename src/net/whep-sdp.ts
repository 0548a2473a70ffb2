/*
 * The text of WHEP (draft-ietf-wish-whep-04): headers, SDP fragments, delays. Pure functions.
 */

const LINK = /<([^>]+)>((?:\s*;\s*[\w-]+\s*=\s*(?:"[^"]*"|[^",;\s]+))*)/g
const PARAM = /([\w-]+)\s*=\s*(?:"([^"]*)"|([^",;\s]+))/g
const MAX_RETRY_MS = 3_600_000
const ICE_URL = /^(?:stun|turn)s?:[^\s/@]+$/i
const MAX_ICE_SERVERS = 8

/** What a `Link` header names: each address with its parameters, `rel` among them; nothing where it can not be read. */
export function linksOf(header: string): { url: string; [param: string]: string | undefined }[] {
  return [...header.matchAll(LINK)].map(([, url = '', rest = '']) => ({
    ...Object.fromEntries([...rest.matchAll(PARAM)].map((m) => [m[1]?.toLowerCase(), m[2] ?? m[3]])),
    url,
  }))
}

/**
 * The ICE servers named by a `Link` header (`rel="ice-server"`), as far as a browser can use them: it refuses a whole
 * list for one address that is none, or a TURN server without a credential.
 */
export function iceServersOf(header: string): RTCIceServer[] {
  return linksOf(header)
    .filter(
      ({ rel, url, username, credential }) =>
        rel?.split(/\s+/).includes('ice-server') &&
        ICE_URL.test(url) &&
        ((username && credential) || !isTurn({ urls: url })),
    )
    .slice(0, MAX_ICE_SERVERS)
    .map(({ url, username, credential }) => ({
      urls: url,
      ...(username && { username }),
      ...(credential && { credential }),
    }))
}

export const isTurn = ({ urls }: RTCIceServer): boolean => [urls].flat().some((url) => /^turn/i.test(url))

/** Both lists; `newer` replaces the credentials of a server that is in both. */
export const mergeIceServers = (known: RTCIceServer[], newer: RTCIceServer[]): RTCIceServer[] => [
  ...known.filter(({ urls }) => !newer.some((one) => String(one.urls) === String(urls))),
  ...newer,
]

/** A `Retry-After` header in ms: seconds or a date. Never more than an hour; 0 when there is none. */
export function retryAfter(header: string | null, now: number): number {
  if (!header) return 0
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Math.min(Math.max(ms || 0, 0), MAX_RETRY_MS)
}

const lines = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)

/** The value of the first `a=<name>:` line, as the whole line. */
const line = (sdp: string, name: string) => new RegExp(`^a=${name}:.*$`, 'm').exec(sdp)?.[0].trimEnd()

/**
 * The trickle fragment (RFC 8840) of a local description: its ICE name and password with the given
 * candidates; without them, those the description holds. Only the first m-line gathers under max-bundle.
 */
export function fragment(sdp: string, candidates?: readonly string[]): string {
  const head = ['ice-options', 'group'].map((name) => line(sdp, name))
  const media = /^m=.*$/m.exec(sdp)?.[0].trimEnd()
  const ids = ['mid', 'ice-ufrag', 'ice-pwd'].map((name) => line(sdp, name))
  const own =
    candidates?.map((one) => `a=${one}`) ?? lines(sdp).filter((one) => one.startsWith('a=candidate:'))
  return [...head, media, ...ids, ...new Set(own), ''].filter((one) => one !== undefined).join('\r\n')
}

/**
 * A remote description whose sound belongs to a stream of its own. What comes in one stream a browser keeps in step, so
 * that a picture which is there would wait for a sound that is late: on one loaded computer a quarter of a second
 * (`npm run bench glass`).
 */
export function separateAudioStream(sdp: string): string {
  return sdp
    .split(/^(?=m=)/m)
    .map((part) =>
      part.startsWith('m=audio') ? part.replace(/^(a=(?:ssrc:\d+ )?msid:)(?!- )(\S+)/gm, '$1$2-sound') : part,
    )
    .join('')
}

/**
 * The remote description after an ICE restart: the one before with the ICE name, password and candidates
 * of the server's fragment. `undefined` when the fragment carries none.
 */
export function mergeIceRestart(remote: string, answer: string): string | undefined {
  const ufrag = line(answer, 'ice-ufrag')
  const pwd = line(answer, 'ice-pwd')
  if (!ufrag || !pwd) return undefined
  const candidates = lines(answer).filter((one) => /^a=(candidate:|end-of-candidates)/.test(one))
  let media = 0
  const out: string[] = []
  for (const one of lines(remote)) {
    if (one.startsWith('m=') && ++media === 2) out.push(...candidates)
    if (/^a=(candidate:|end-of-candidates)/.test(one)) continue
    if (one.startsWith('a=ice-ufrag:')) out.push(ufrag)
    else if (one.startsWith('a=ice-pwd:')) out.push(pwd)
    // After a counter-offer the remote text was an offer; as an answer it must have taken its part.
    else out.push(one === 'a=setup:actpass' ? 'a=setup:passive' : one)
  }
  if (media < 2) out.push(...candidates)
  return `${out.join('\r\n')}\r\n`
}
