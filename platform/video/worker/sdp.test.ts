import { expect, test } from 'vitest'
import { finishAnswer, isBundled, readOffer } from './sdp.ts'

const RATES = { start: 1000, max: 2000 }
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const SESSION = lines('v=0', 'o=- 4611 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1')
const ICE = lines('a=ice-ufrag:abcd', 'a=ice-pwd:0123456789012345678901', 'a=fingerprint:sha-256 AA:BB')
const AUDIO = lines('m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:1', 'a=rtpmap:111 opus/48000/2', 'a=recvonly')
const video = (direction: string, codecs = ['96 VP8', '98 H264']) =>
  lines(
    'm=video 9 UDP/TLS/RTP/SAVPF 98 99 96 97',
    'a=mid:0',
    `a=${direction}`,
    ...codecs.map((codec) => `a=rtpmap:${codec}/90000`),
    'a=rtcp-fb:96 nack',
    'a=rtcp-fb:98 nack',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=fmtp:98 packetization-mode=1',
  )

test('video is reduced to VP8 and its retransmission, with the rates', () => {
  const read = readOffer(SESSION + video('recvonly') + ICE + AUDIO, RATES)
  const sdp = 'sdp' in read ? read.sdp : ''
  expect(sdp).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n')
  expect(sdp).toContain('a=fmtp:96 x-google-start-bitrate=1000;x-google-max-bitrate=2000\r\n')
  expect(sdp.match(/x-google/g)).toHaveLength(2)
  expect(sdp).not.toMatch(/H264|:98 /)
  expect(sdp).toContain('a=rtcp-fb:96 nack')
  expect(sdp.endsWith(AUDIO)).toBe(true)
})

test.each([
  ['recvonly', true],
  ['sendrecv', true],
  ['sendonly', false],
  ['inactive', false],
])('a %s video section is answered: %s', (direction, isAnswered) => {
  const read = readOffer(SESSION + video(direction) + ICE, RATES)
  expect('sdp' in read).toBe(isAnswered)
  if (!isAnswered) expect(read).toMatchObject({ refused: 'offer' })
})

test.each([
  ['nothing', '', 'sdp'],
  ['some words', 'let me in', 'sdp'],
  ['a page', '<html></html>', 'sdp'],
  ['no media', SESSION + ICE, 'sdp'],
  ['no credentials', SESSION + video('recvonly'), 'sdp'],
  ['sound alone', SESSION + AUDIO + ICE, 'offer'],
  ['another codec', SESSION + video('recvonly', ['98 H264']) + ICE, 'offer'],
  ['a rejected section', SESSION + video('recvonly').replace('m=video 9', 'm=video 0') + ICE, 'offer'],
  ['too many sections', SESSION + video('recvonly') + ICE + AUDIO.repeat(8), 'offer'],
])('%s is refused', (_, text, refused) => {
  expect(readOffer(text, RATES)).toMatchObject({ refused })
})

test('finishAnswer adds rtcp-mux-only once', () => {
  const once = finishAnswer('a=rtcp-mux\r\na=x\r\n')
  expect(once).toBe('a=rtcp-mux\r\na=rtcp-mux-only\r\na=x\r\n')
  expect(finishAnswer(once)).toBe(once)
})

test.each([
  ['two sections of a bundle', SESSION + video('sendonly') + AUDIO, true],
  ['one section', lines('v=0') + video('sendonly'), true],
  [
    'a section that is rejected',
    SESSION + video('sendonly') + AUDIO.replace(/9(.*)mid:1/s, '0$1mid:2'),
    true,
  ],
  ['two sections without a bundle', lines('v=0') + video('sendonly') + AUDIO, false],
  ['a section outside of the bundle', SESSION + video('sendonly') + AUDIO.replace('mid:1', 'mid:2'), false],
])('an answer with %s has one transport: %s', (_, answer, expected) => {
  expect(isBundled(answer)).toBe(expected)
})
