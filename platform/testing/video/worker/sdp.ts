import fc from 'fast-check'
import { CHROMIUM_OFFER } from './offers.ts'

/*
 * For tests: offers and fragments with the structure of a browser's, in which lines are removed, repeated,
 * moved, lengthened or filled with values that no browser sends. Some stay valid.
 */

/** Of a request's body, as in http/server.ts. */
const MAX_LENGTH = 64 * 1024

/** No peer exists at these addresses: they are for documentation. */
const candidate = (address: string, port: number | string, rest = 'typ host generation 0') =>
  `a=candidate:842163049 1 udp 1677729535 ${address} ${port} ${rest}`
const CANDIDATES = [
  ...['203.0.113.7', '2001:db8::7', '192.0.2.1', '::ffff:198.51.100.1'].map((ip) => candidate(ip, 50_000)),
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fe80::1', 'ff02::1'].map((ip) => candidate(ip, 22)),
  ...['nobody.local', '', '203.0.113', '999.0.0.1', ':::', 'fe80::1%eth0'].map((ip) => candidate(ip, 50_000)),
  ...[0, 65_536, -1, 'x', '9'.repeat(400)].map((port) => candidate('203.0.113.7', port)),
  candidate('203.0.113.7', 50_000, 'typ relay raddr 127.0.0.1 rport 22 tcptype active ufrag x'),
  candidate('203.0.113.7', 50_000, `typ host${' x'.repeat(5000)}`),
  'a=candidate',
  'a=candidate:',
  'a=candidate:1 1 tcp 1518214911 203.0.113.7 9 typ host tcptype active',
  'a=end-of-candidates',
]

const [SESSION = [], VIDEO = [], AUDIO = []] = CHROMIUM_OFFER.trimEnd()
  .split(/\r\n(?=m=)/)
  .map((section) => section.split('\r\n'))
const DATA = [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  ...VIDEO.filter((line) => /^(c=|a=(ice|fingerprint|setup))/.test(line)),
  'a=mid:2',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
]

/** Lines that libwebrtc reads and that a viewer's offer does not have, or not so. */
const LINES = [
  ...CANDIDATES,
  ...['a=mid:0', 'a=mid:1', 'a=mid:', 'a=mid:x', 'a=group:BUNDLE', 'a=group:BUNDLE 0 0 7', 'a=group:LS 0 1'],
  ...['a=ice-lite', 'a=ice-options:renomination', 'a=ice-ufrag:x', 'a=ice-pwd:short', 'a=bundle-only'],
  ...[
    'a=fingerprint:md5 00',
    'a=fingerprint:sha-256 ',
    'a=setup:active',
    'a=setup:passive',
    'a=setup:holdconn',
  ],
  ...['a=sendrecv', 'a=sendonly', 'a=inactive', 'a=rtcp-mux-only', 'a=x-google-flag:conference'],
  ...['a=rtpmap:96 VP8/0', 'a=rtpmap:300 VP8/90000', 'a=rtpmap:-1 VP8/90000', 'a=rtpmap:96 VP9/90000'],
  ...['a=rtpmap:35 ulpfec/90000', 'a=rtpmap:97 red/90000', 'a=rtpmap:100 flexfec-03/90000', 'a=rtpmap:96'],
  ...['a=fmtp:97 apt=97', 'a=fmtp:97 apt=300', 'a=fmtp:96 x-google-max-bitrate=-1', 'a=fmtp:96 max-fr=0'],
  ...['a=rtcp-fb:* nack', 'a=rtcp-fb:96 x', 'a=rtcp-fb:', 'a=imageattr:96 send * recv *', 'a=ptime:0'],
  ...['a=extmap:0 urn:x', 'a=extmap:1 urn:3gpp:video-orientation', 'a=extmap:15 urn:x', 'a=extmap:256 urn:x'],
  ...['a=extmap:1/sendonly urn:ietf:params:rtp-hdrext:encrypt urn:x', 'a=extmap:-1 urn:x', 'a=extmap:'],
  ...[
    'a=ssrc:1 cname:x',
    'a=ssrc:4294967295 msid:a b',
    'a=ssrc:4294967296 cname:x',
    'a=ssrc:0',
    'a=ssrc:x y',
  ],
  ...['a=ssrc-group:FID 1 2', 'a=ssrc-group:SIM 1 1 1', 'a=ssrc-group:FEC-FR', 'a=msid:- t', 'a=msid:a b c'],
  ...[
    'a=rid:1 send',
    'a=rid:1 recv pt=96',
    'a=simulcast:send 1;2;3',
    'a=simulcast:recv 1,~2;x',
    'a=simulcast:',
  ],
  ...[
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:x',
    'a=sctpmap:5000 webrtc-datachannel 1024',
    'a=sctp-port:0',
  ],
  ...['a=max-message-size:0', 'b=AS:-1', 'b=AS:4294967296', 'b=TIAS:0', 'c=IN IP6 ::1', 'c=IN IP4 x', 'k=x'],
  ...['m=video 0 UDP/TLS/RTP/SAVPF 96', 'm=video 9 RTP/AVP 96', 'm=audio 9 UDP/TLS/RTP/SAVPF', 'm=x', 'm='],
  ...[
    'm=text 9 x 0',
    'm=application 9 DTLS/SCTP 5000',
    'v=1',
    'o=x',
    'o=- 9 9 IN IP4 x',
    's=',
    'a=',
    '=',
    '',
  ],
]
const VALUES = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '255',
    '65536',
    '4294967295',
    '4294967296',
    '18446744073709551616',
    'NaN',
    '1e9',
    '*',
  ],
  ...['%s%n', '\0', '\r', '\u2028', '\uFEFF', '🎰', '../../..', ';', ',', ':', '$&', '$1', 'a=b', '/', 'x'],
  ...['9'.repeat(30_000), 'x'.repeat(30_000), ' x'.repeat(10_000), '%'.repeat(5000), ':'.repeat(5000)],
]

type Change = (lines: readonly string[]) => string[]
const index = fc.nat({ max: 200 })
/** A change of one line; indices beyond the last line start again at the first. */
const changeOf = (replace: (line: string) => string[]) => (at: number) => (lines: readonly string[]) =>
  lines.flatMap((line, place) => (place === at % lines.length ? replace(line) : [line]))
const at = <T>(arbitrary: fc.Arbitrary<T>, change: (value: T) => (line: string) => string[]) =>
  fc.tuple(index, arbitrary).map(([place, value]): Change => changeOf(change(value))(place))

const change: fc.Arbitrary<Change> = fc.oneof(
  at(fc.constant(0), () => () => []),
  at(fc.integer({ min: 2, max: 3000 }), (times) => (line) => Array<string>(times).fill(line)),
  at(fc.constantFrom(...LINES), (inserted) => (line) => [line, inserted]),
  at(fc.constantFrom(...LINES), (inserted) => () => [inserted]),
  at(
    fc.tuple(fc.constantFrom(...LINES), fc.integer({ min: 2, max: 2000 })),
    ([inserted, times]) =>
      (line) => [line, ...Array<string>(times).fill(inserted)],
  ),
  // Its value.
  at(fc.constantFrom(...VALUES), (value) => (line) => [
    line.replace(/([:=])(?!.*\1).*$/s, (_, sign) => sign + value),
  ]),
  // One of its words.
  at(fc.tuple(fc.nat({ max: 8 }), fc.constantFrom(...VALUES)), ([word, value]) => (line) => {
    const words = line.split(' ')
    words[word % words.length] = value
    return [words.join(' ')]
  }),
  at(fc.constantFrom(...VALUES), (value) => (line) => [line + value]),
  at(fc.nat({ max: 40 }), (length) => (line) => [line.slice(0, length)]),
  // To another place.
  fc.tuple(index, index).map(
    ([from, to]): Change =>
      (lines) => {
        const line = lines[from % lines.length] ?? ''
        const others = lines.filter((_, place) => place !== from % lines.length)
        return others.toSpliced(to % lines.length, 0, line)
      },
  ),
  fc.constant<Change>((lines) => lines.toReversed()),
)

/** The text of the changed lines, as long as a request's body may be. */
function textOf(lines: readonly string[], changes: readonly Change[], end: string): string {
  // Cut after each change: repetitions of repetitions would not fit into memory.
  function cut(changed: readonly string[]): string[] {
    const kept: string[] = []
    let left = MAX_LENGTH
    for (const line of changed) {
      if (left <= 0) break
      kept.push(line.slice(0, left))
      left -= line.length + end.length
    }
    return kept
  }
  const changed = changes.reduce((before, apply) => cut(apply(before.length > 0 ? before : [''])), cut(lines))
  return `${changed.join(end)}${end}`.slice(0, MAX_LENGTH)
}

const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n\r\n')
const changes = fc.array(change, { maxLength: 5 })
const sections = fc.oneof(
  { weight: 6, arbitrary: fc.constant([VIDEO, AUDIO]) },
  { weight: 1, arbitrary: fc.constantFrom([VIDEO], [AUDIO, VIDEO], [VIDEO, AUDIO, DATA], [DATA], []) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(VIDEO, AUDIO, DATA), { maxLength: 9 }) },
)

/** A viewer's offer. */
export const offers: fc.Arbitrary<string> = fc
  .tuple(sections, changes, lineEnd)
  .map(([parts, made, end]) =>
    textOf([...SESSION, ...parts.flat(), candidate('203.0.113.7', 50_000)], made, end),
  )

const FRAGMENT = [
  'a=ice-ufrag:F7gI',
  'a=ice-pwd:x9cml4YzichV2+XlhiMu8g17',
  'm=video 9 UDP/TLS/RTP/SAVPF 0',
  'a=mid:0',
]

/** Trickled candidates, or new ICE credentials. */
export const fragments: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.constantFrom(...CANDIDATES), { maxLength: 20 }), changes, lineEnd)
  .map(([candidates, made, end]) => textOf([...FRAGMENT, ...candidates], made, end))
