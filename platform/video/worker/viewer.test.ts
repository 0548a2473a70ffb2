import wrtc from '@roamhq/wrtc'
import { afterEach, expect, test, vi } from 'vitest'
import { CHROMIUM_OFFER, FIREFOX_OFFER } from '../../testing/video/worker/offers.ts'
import { createAudioSource, type Description, type Peer } from './peer.ts'
import { createSimulcast } from './simulcast.ts'
import { openViewer, type Viewer } from './viewer.ts'

const SESSION_MS = 60_000
const opened: { close(): void }[] = []
afterEach(() => {
  for (const resource of opened.splice(0)) resource.close()
})

async function open(offer: string, isHeld = false) {
  const video = createSimulcast()
  const audioTrack = createAudioSource().createTrack()
  opened.push(video, { close: () => audioTrack.stop() })
  return openViewer({
    offer,
    layer: 'full',
    isHeld,
    stream: { video, audioTrack },
    onClosed() {},
    rates: { start: 1000, max: 2000 },
    connectMs: SESSION_MS,
    awayMs: SESSION_MS,
    maxSharpViewers: 0,
    iceServers: [],
    networks: [],
    addresses: ['0.0.0.0/0', '::/0'],
  })
}

async function accepted(offer: string, isHeld?: boolean): Promise<{ viewer: Viewer; answer: string }> {
  const result = await open(offer, isHeld)
  if ('refused' in result) throw new Error(result.message)
  opened.unshift(result.viewer)
  return result
}

const directionsOf = (sdp: string) => sdp.match(/^a=(?:sendrecv|sendonly|recvonly|inactive)$/gm)
const withBundle = (offer: string, mids: string) => offer.replace('BUNDLE 0 1', `BUNDLE ${mids}`)
const sectionOf = (offer: string, media: string) =>
  offer.split(/^(?=m=)/m).find((section) => section.startsWith(`m=${media} `)) ?? ''

const OFFERS = [
  ['Chromium', CHROMIUM_OFFER],
  ['Firefox', FIREFOX_OFFER],
] as const

test.each(OFFERS)('an offer of %s to send as well is answered with sending alone', async (_, offer) => {
  const both = offer.replaceAll('a=recvonly', 'a=sendrecv')
  for (const isHeld of [false, true]) {
    const { answer } = await accepted(both, isHeld)
    expect(directionsOf(answer)).toEqual(['a=sendonly', 'a=sendonly'])
  }
})

test('a further section in which a viewer sends is inactive', async () => {
  const more = sectionOf(CHROMIUM_OFFER, 'video')
    .replace('a=mid:0', 'a=mid:2')
    .replace('a=recvonly', 'a=sendonly')
  const { answer } = await accepted(withBundle(CHROMIUM_OFFER, '0 1 2') + more)
  expect(directionsOf(answer)).toEqual(['a=sendonly', 'a=sendonly', 'a=inactive'])
})

const TRANSPORT = /^a=(?:ice-ufrag|ice-pwd|fingerprint|setup):.*\r\n/gm
const dataSection = (offer: string) =>
  [
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `${(sectionOf(offer, 'video').match(TRANSPORT) ?? []).join('')}a=mid:2`,
    'a=sctp-port:5000',
    'a=max-message-size:262144',
    '',
  ].join('\r\n')

test.each(OFFERS)('a data channel in an offer of %s is rejected, and the rest answered', async (_, offer) => {
  const { answer, viewer } = await accepted(withBundle(offer, '0 1 2') + dataSection(offer))
  expect(answer).toContain('\r\na=group:BUNDLE 0 1\r\n')
  expect(answer).toMatch(/^m=application 0 /m)
  expect(directionsOf(answer)).toEqual(['a=sendonly', 'a=sendonly'])
  for (const ufrag of ['efgh', 'ijkl']) {
    const restarted = await viewer.restart(`a=ice-ufrag:${ufrag}\r\na=ice-pwd:${'x'.repeat(24)}\r\n`)
    expect(restarted).toHaveProperty('fragment', expect.stringContaining('a=candidate:'))
  }
})

test('an offer whose second bundled section is rejected is answered', async () => {
  expect(await open(CHROMIUM_OFFER.replace(/^(m=audio) \d+/m, '$1 0'))).toHaveProperty('answer')
})

const [session = '', ...sections] = CHROMIUM_OFFER.split(/^(?=m=)/m)
const unknownTransport = (offer: string, media: string) =>
  offer.replace(new RegExp(`^(m=${media} \\d+) \\S+`, 'm'), '$1 UDP/TLS/RTP/SA')

test.each([
  ['a data channel', withBundle(session, '2 0 1') + dataSection(CHROMIUM_OFFER) + sections.join('')],
  ['its video', unknownTransport(CHROMIUM_OFFER, 'video')],
  ['its sound', unknownTransport(withBundle(CHROMIUM_OFFER, '1 0'), 'audio')],
])('an offer whose transport is that of %s, which is rejected, is refused', async (_, offer) => {
  expect(await open(offer)).toMatchObject({ refused: 'offer' })
})

test('an ICE restart waits until the candidates of the description before it are gathered', async () => {
  const { viewer } = await accepted(CHROMIUM_OFFER)
  const { prototype } = wrtc.RTCPeerConnection
  const { setRemoteDescription } = prototype
  const states: string[] = []
  const spy = vi.spyOn(prototype, 'setRemoteDescription').mockImplementation(function (
    this: Peer,
    description: Description,
  ) {
    states.push(this.iceGatheringState)
    return setRemoteDescription.call(this, description)
  })
  for (const ufrag of ['efgh', 'ijkl', 'mnop']) {
    const restarted = await viewer.restart(`a=ice-ufrag:${ufrag}\r\na=ice-pwd:${'x'.repeat(24)}\r\n`)
    expect(restarted).toHaveProperty('fragment', expect.stringContaining('a=candidate:'))
  }
  expect(states).toEqual(['complete', 'complete', 'complete'])
  spy.mockRestore()
})
