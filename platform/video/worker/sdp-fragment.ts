import { MAX_CANDIDATES } from './candidates.ts'

/** A viewer's trickled candidates and, for a restart, its new ICE credentials (RFC 8840). */
export interface Fragment {
  readonly ufrag: string | undefined
  readonly pwd: string | undefined
  readonly candidates: readonly { readonly candidate: string; readonly mid: string | undefined }[]
}

/**
 * 256 characters are the most that RFC 8839 permits. An offer may have many lines with credentials, and each
 * of them gets those of a restart.
 */
const ICE_TEXT = /^[\w+/-]{1,256}$/

/** Parses an SDP fragment; undefined if it is not one. */
export function readFragment(text: string): Fragment | undefined {
  let mid: string | undefined
  let ufrag: string | undefined
  let pwd: string | undefined
  let ended = false
  const candidates: { candidate: string; mid: string | undefined }[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^a=([\w-]+)(?::(.*))?$/.exec(line) ?? []
    if (name === 'mid') mid = value
    else if (name === 'ice-ufrag') ufrag = value
    else if (name === 'ice-pwd') pwd = value
    else if (name === 'candidate') candidates.push({ candidate: `candidate:${value}`, mid })
    else if (name === 'end-of-candidates') ended = true
  }
  const credentials = [ufrag, pwd].every((one) => one === undefined || ICE_TEXT.test(one))
  const anything = candidates.length > 0 || ended || ufrag !== undefined
  return anything && credentials && candidates.length <= MAX_CANDIDATES
    ? { ufrag, pwd, candidates }
    : undefined
}

/** The viewer's offer with new ICE credentials, a higher version and no candidates. */
export function withCredentials(offer: string, ufrag: string, pwd: string): string {
  return offer
    .replace(/^(o=\S+ \d+ )(\d+)/m, (_, head, version) => `${head}${BigInt(version) + 1n}`)
    .replace(/^a=ice-ufrag:.*$/gm, `a=ice-ufrag:${ufrag}`)
    .replace(/^a=ice-pwd:.*$/gm, `a=ice-pwd:${pwd}`)
    .replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '')
}

/** An answer's ICE credentials and candidates as a fragment. */
export function fragmentOf(answer: string): string {
  const take = (pattern: RegExp) => pattern.exec(answer)?.[0]
  const lines = [
    take(/^a=ice-ufrag:.*$/m),
    take(/^a=ice-pwd:.*$/m),
    take(/^m=.*$/m),
    take(/^a=mid:.*$/m),
    ...(answer.match(/^a=candidate:.*$/gm) ?? []),
    'a=end-of-candidates',
  ]
  return `${lines.filter(Boolean).join('\r\n')}\r\n`
}
