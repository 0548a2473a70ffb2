/*
 * Parses and writes the texts of WHEP (draft-ietf-wish-whep-04): headers, SDP fragments, delays. Pure
 * functions.
 */

const LINK = /<([^>]+)>((?:\s*;\s*[\w-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^",;\s]+))?)*)/g
const PARAM = /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",;\s]+))/g
const ICE_URL = /^(?:stun|turn)s?:[^\s/@]+$/i
const MAX_ICE_SERVERS = 8

export type Link = { readonly url: string; readonly [param: string]: string | undefined }

/**
 * The links of a `Link` header (RFC 8288): URL and parameters, such as `rel`, of which the first of a name
 * counts. Unreadable parts are skipped.
 */
export function linksOf(header: string): Link[] {
  return [...header.matchAll(LINK)].map(([, url = '', rest = '']) => {
    const params = [...rest.matchAll(PARAM)].map((m) => [
      m[1]?.toLowerCase(),
      m[2]?.replaceAll(/\\(.)/g, '$1') ?? m[3],
    ])
    return { ...Object.fromEntries(params.reverse()), url }
  })
}

/** Whether a link has this relation, which is written in lower case here; its case does not matter. */
export const hasRelation = ({ rel = '' }: Link, relation: string): boolean =>
  rel.toLowerCase().split(/\s+/).includes(relation)

/**
 * The usable ICE servers of a `Link` header (`rel="ice-server"`). A browser rejects the whole list for one
 * invalid address or a TURN server without a credential.
 */
export function iceServersOf(header: string): RTCIceServer[] {
  return linksOf(header)
    .filter(
      (link) =>
        hasRelation(link, 'ice-server') &&
        ICE_URL.test(link.url) &&
        ((link.username && link.credential) || !isTurn({ urls: link.url })),
    )
    .slice(0, MAX_ICE_SERVERS)
    .map(({ url, username, credential }) => ({
      urls: url,
      ...(username && { username }),
      ...(credential && { credential }),
    }))
}

export const isTurn = ({ urls }: RTCIceServer): boolean => [urls].flat().some((url) => /^turn/i.test(url))

/** Merges two lists; for a server in both, the credentials of `newer` apply. */
export const mergeIceServers = (known: RTCIceServer[], newer: RTCIceServer[]): RTCIceServer[] => [
  ...known.filter(({ urls }) => !newer.some((one) => String(one.urls) === String(urls))),
  ...newer,
]

const lines = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)

/** The first `a=<name>:` line. */
const line = (sdp: string, name: string) => new RegExp(`^a=${name}:.*$`, 'm').exec(sdp)?.[0].trimEnd()

/**
 * The trickle fragment (RFC 8840) of a local description: its ICE user name and password with the given
 * candidates, or with those of the description. Only the first m-line gathers under max-bundle.
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
 * Puts the audio of a remote description into a stream of its own. Browsers synchronise the tracks of one
 * stream, so the video would wait for late audio: a quarter of a second on a loaded computer (`npm run bench
 * glass`).
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
 * The remote description after an ICE restart: the previous one with the ICE user name, password and
 * candidates of the server's fragment. `undefined` if the fragment contains none.
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
    // After a counter-offer the remote description was an offer; as an answer it must choose a DTLS role.
    else out.push(one === 'a=setup:actpass' ? 'a=setup:passive' : one)
  }
  if (media < 2) out.push(...candidates)
  return `${out.join('\r\n')}\r\n`
}
