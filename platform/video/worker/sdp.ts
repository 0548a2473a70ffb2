import type { VideoRefusal, WorkerOptions } from '../protocol/ipc.ts'

/*
 * Checks that the worker can answer an offer, and sets the encoder's rates in it. The peer connection handles
 * the rest of SDP.
 */

const MAX_SECTIONS = 8

type Rates = WorkerOptions['rates']

/**
 * Prepares a viewer's offer for the answer: reduces video to VP8 and its retransmission, adds the rates as
 * the format parameters that libwebrtc reads, and disables data channels, so that the answer rejects them.
 * @returns `refused: 'sdp'` for text that is not SDP, `'offer'` for an offer that does not receive video in
 * VP8
 */
export function readOffer(text: string, rates: Rates): { sdp: string } | VideoRefusal {
  const [session = '', ...sections] = text.split(/^(?=m=)/m)
  const whole = /^v=0\r?\n/.test(session) && /^o=\S+ \d+ \d+ IN IP[46] \S+/m.test(session)
  if (!whole || sections.length === 0)
    return { refused: 'sdp', message: 'This is not a session description.' }
  if (sections.length > MAX_SECTIONS) return { refused: 'offer', message: 'Too many media sections.' }
  if (
    !/^a=ice-ufrag:\S+/m.test(text) ||
    !/^a=ice-pwd:\S+/m.test(text) ||
    !/^a=fingerprint:\S+ \S+/m.test(text)
  ) {
    return { refused: 'sdp', message: 'The description lacks ICE credentials or a fingerprint.' }
  }
  const video = sections.findIndex((section) => section.startsWith('m=video ') && receives(section, session))
  if (video < 0) return { refused: 'offer', message: 'The offer does not ask to receive video.' }
  const cut = onlyVp8(sections[video] ?? '', rates)
  if (!cut) return { refused: 'offer', message: 'The offer does not take VP8.' }
  sections[video] = cut
  return { sdp: [session, ...sections.map(withoutData)].join('') }
}

/** A section with port 0 is not negotiated (RFC 3264, section 8.2). */
const withoutData = (section: string): string => section.replace(/^m=application \d+/, 'm=application 0')

function receives(section: string, session: string): boolean {
  if (/^m=video 0 /.test(section)) return false
  const direction = /^a=(sendrecv|recvonly|sendonly|inactive)\s*$/m
  const found = direction.exec(section) ?? direction.exec(session)
  return found === null || found[1] === 'recvonly' || found[1] === 'sendrecv'
}

/** The video section reduced to VP8 and its retransmission; undefined if it has no VP8. */
function onlyVp8(section: string, rates?: Rates): string | undefined {
  const vp8 = /^a=rtpmap:(\d+) VP8\/90000\s*$/im.exec(section)?.[1]
  if (!vp8) return undefined
  const retransmission = new RegExp(`^a=fmtp:(\\d+) apt=${vp8}\\s*$`, 'm').exec(section)?.[1]
  const kept = new Set([vp8, retransmission])
  const lines = section.split(/\r?\n/).filter((line) => {
    const format = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+)\b/.exec(line)?.[1]
    return format === undefined || kept.has(format)
  })
  const head = /^(m=video \d+ \S+)/.exec(lines[0] ?? '')?.[1] ?? 'm=video 9 UDP/TLS/RTP/SAVPF'
  lines[0] = `${head} ${[...kept].filter(Boolean).join(' ')}`
  const own = lines.findIndex((line) => line.startsWith(`a=rtpmap:${vp8} `))
  const rate =
    rates && `a=fmtp:${vp8} x-google-start-bitrate=${rates.start};x-google-max-bitrate=${rates.max}`
  return [...lines.slice(0, own + 1), ...(rate ? [rate] : []), ...lines.slice(own + 1)].join('\r\n')
}

/** A description with its video reduced to VP8, and with the encoder's rates where they are given. */
export const withVp8 = (sdp: string, rates?: Rates): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section) => (section.startsWith('m=video ') ? (onlyVp8(section, rates) ?? section) : section))
    .join('')

/** The identifications of the sections whose transports the BUNDLE groups use. */
function bundleTags(sdp: string): string[] {
  const [session = ''] = sdp.split(/^m=/m, 1)
  return [...session.matchAll(/^a=group:BUNDLE (\S+)/gm)].map(([, tag = '']) => tag)
}

/**
 * Whether an answer accepts the first section of each BUNDLE group of its offer. Where it does not, libwebrtc
 * ends the process by a segmentation fault at the second ICE restart.
 */
export const keepsBundleTags = (offer: string, answer: string): boolean =>
  bundleTags(offer).join(' ') === bundleTags(answer).join(' ')

/** Whether all accepted sections of an answer share one transport. */
export function isBundled(answer: string): boolean {
  const [session = '', ...sections] = answer.split(/^(?=m=)/m)
  const accepted = sections.filter((section) => !/^m=\S+ 0 /.test(section))
  const bundle = /^a=group:BUNDLE (.*\S)/m.exec(session)?.[1]?.split(' ') ?? []
  const isInBundle = (section: string) => bundle.includes(/^a=mid:(\S+)/m.exec(section)?.[1] ?? '')
  return accepted.length < 2 || accepted.every(isInBundle)
}

/** Adds what the WHEP draft requires of an answer and the peer connection does not write. */
export function finishAnswer(sdp: string): string {
  return sdp.replace(/^a=rtcp-mux\r?\n(?!a=rtcp-mux-only)/gm, 'a=rtcp-mux\r\na=rtcp-mux-only\r\n')
}
