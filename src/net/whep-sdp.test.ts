import { expect, test } from 'vitest'
import { fragment, iceServersOf, mergeIceRestart, mergeIceServers, separateAudioStream } from './whep-sdp.ts'

test('ICE servers are read from a Link header among other links', () => {
  const header =
    '<stun:stun.example.net>; rel="ice-server", <https://x.example/sse>; rel="urn:ietf:params:whep:ext:core", ' +
    '<turn:turn.example.net?transport=udp>; rel="ice-server"; username="u,ser"; credential="p;w"; credential-type="password"'
  expect(iceServersOf(header)).toEqual([
    { urls: 'stun:stun.example.net' },
    { urls: 'turn:turn.example.net?transport=udp', username: 'u,ser', credential: 'p;w' },
  ])
})

test('quoted pairs, commas, empty values and the case of a relation are read as RFC 8288 says', () => {
  const header =
    String.raw`<turn:a>; rel="Ice-Server"; username="a\"b"; credential="c\\d,<stun:no>; rel=ice-server", ` +
    '<stun:b> ; REL=ICE-SERVER; username=""'
  expect(iceServersOf(header)).toEqual([
    { urls: 'turn:a', username: 'a"b', credential: String.raw`c\d,<stun:no>; rel=ice-server` },
    { urls: 'stun:b' },
  ])
})

test('the first `rel` of a link applies', () => {
  expect(
    iceServersOf('<stun:a>; rel="alternate"; rel="ice-server", <stun:b>; rel=ice-server; rel=x'),
  ).toEqual([{ urls: 'stun:b' }])
})

test.each([
  ['an invalid address', '<https://turn.example>; rel="ice-server"'],
  ['a relative address', '</turn>; rel="ice-server"'],
  ['a TURN server without a credential', '<turn:a>; rel="ice-server"; username="u"'],
  ['another relation', '<turn:a>; rel="ice-servers"; username="u"; credential="c"'],
  ['spaces', '<turn:a b>; rel="ice-server"; username="u"; credential="c"'],
])('%s is left out of the ICE servers, and the others remain', (_, bad) => {
  const good = '<stun:b>; rel="alternate ice-server"'
  expect(iceServersOf(`${bad}, ${good}, ${bad}`)).toEqual([{ urls: 'stun:b' }])
})

test('an excess of ICE servers is cut off', () => {
  const flood = Array.from({ length: 10_000 }, (_, i) => `<stun:s${i}>; rel=ice-server`).join()
  expect(iceServersOf(flood)).toHaveLength(8)
  expect(iceServersOf(`<turn:a>${'; rel="ice-server'.repeat(10_000)}`)).toEqual([])
})

test('the newer credential of a server in both lists is kept', () => {
  const of = (urls: string, credential: string) => ({ urls, username: 'u', credential })
  expect(mergeIceServers([of('turn:a', '1'), of('turn:b', '1')], [of('turn:a', '2')])).toEqual([
    of('turn:b', '1'),
    of('turn:a', '2'),
  ])
})

test.each(['', '<<<>>>,,"', '<x>; rel=', 'garbage', '<>; rel="ice-server"'])(
  '%j contains no server',
  (header) => {
    expect(iceServersOf(header)).toEqual([])
  },
)

const LOCAL = [
  'v=0',
  'a=group:BUNDLE 0 1',
  'a=ice-options:trickle',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=candidate:1 1 udp 1 192.0.2.1 1 typ host',
  'a=ice-ufrag:me',
  'a=ice-pwd:mine',
  'a=mid:0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=ice-ufrag:me',
  'a=mid:1',
  '',
].join('\r\n')

test('a fragment holds the first m-line, the ICE user name and the candidates', () => {
  expect(fragment(LOCAL, ['candidate:2 x']).split('\r\n')).toEqual([
    'a=ice-options:trickle',
    'a=group:BUNDLE 0 1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'a=mid:0',
    'a=ice-ufrag:me',
    'a=ice-pwd:mine',
    'a=candidate:2 x',
    '',
  ])
  expect(fragment(LOCAL)).toContain('a=candidate:1 1 udp 1 192.0.2.1 1 typ host\r\n')
})

test('a restart renews user name, password and candidates, and nothing else', () => {
  const remote = LOCAL.replace('a=mid:0', 'a=mid:0\r\na=setup:actpass\r\na=end-of-candidates')
  const next = mergeIceRestart(remote, 'a=ice-ufrag:new\na=ice-pwd:secret\na=candidate:9 y\n') ?? ''
  expect(next.match(/a=ice-ufrag:new\r\n/g)).toHaveLength(2)
  expect(next).toContain('a=ice-pwd:secret')
  expect(next).not.toContain('a=candidate:1')
  expect(next).not.toContain('end-of-candidates')
  expect(next).toContain('a=setup:passive')
  expect(next.indexOf('a=candidate:9 y')).toBeLessThan(next.indexOf('m=audio'))
  expect(
    mergeIceRestart('v=0\r\nm=video 9 x\r\n', 'a=ice-ufrag:n\r\na=ice-pwd:p\r\na=candidate:9 y'),
  ).toMatch(/candidate:9 y\r\n$/)
})

test('an answer without an ICE user name is no restart', () => {
  expect(mergeIceRestart(LOCAL, 'a=ice-ufrag:only')).toBeUndefined()
  expect(mergeIceRestart(LOCAL, '')).toBeUndefined()
})

test.each([
  [
    'names the stream on its m-line',
    'v=0\r\na=msid-semantic:WMS *\r\nm=audio 9 x 111\r\na=msid:live a0\r\nm=video 9 x 96\r\na=msid:live v0\r\n',
    'v=0\r\na=msid-semantic:WMS *\r\nm=audio 9 x 111\r\na=msid:live-sound a0\r\nm=video 9 x 96\r\na=msid:live v0\r\n',
  ],
  [
    'names it by its sources, and the picture first',
    'v=0\nm=video 9 x 96\na=ssrc:1 msid:live v0\nm=audio 9 x 111\na=ssrc:2 cname:c\na=ssrc:2 msid:live a0\n',
    'v=0\nm=video 9 x 96\na=ssrc:1 msid:live v0\nm=audio 9 x 111\na=ssrc:2 cname:c\na=ssrc:2 msid:live-sound a0\n',
  ],
])('the audio of a server that %s has its own stream', (_, sdp, own) => {
  expect(separateAudioStream(sdp)).toBe(own)
})

test.each([
  'v=0\r\nm=audio 9 x 111\r\na=msid:- a0\r\nm=video 9 x 96\r\na=msid:live v0\r\n',
  'v=0\r\nm=audio 9 x 111\r\na=mid:0\r\nm=video 9 x 96\r\n',
  '',
])('an answer whose audio has its own stream is not changed', (sdp) => {
  expect(separateAudioStream(sdp)).toBe(sdp)
})
