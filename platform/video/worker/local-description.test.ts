import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CHROMIUM_OFFER, FIREFOX_OFFER } from '../../testing/video/worker/offers.ts'
import { candidatePolicy } from './candidates.ts'
import { setLocalDescription, withCandidate } from './local-description.ts'
import { createPeer, createStream, createVideoSource, type Description, type Peer } from './peer.ts'
import { readOffer } from './sdp.ts'
import { withCredentials } from './sdp-fragment.ts'

type Listener = Parameters<Peer['addEventListener']>[1]

const candidateOf = (address: string, { port = 50_000, type = 'host', ufrag = 'abcd' } = {}) => ({
  candidate: `candidate:1 1 udp 1 ${address} ${port} typ ${type} generation 0 ufrag ${ufrag} network-id 1`,
  sdpMLineIndex: 0,
  usernameFragment: ufrag,
})
const created = ['v=0', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'c=IN IP4 0.0.0.0', 'a=ice-ufrag:abcd', ''].join(
  '\r\n',
)
const addressesOf = (sdp: string) => sdp.match(/(?<=^a=candidate:\S+ 1 udp 1 )\S+/gm) ?? []

/** A peer that gathers addresses one by one. A read of its description meanwhile throws. */
function createGatheringPeer() {
  const listeners = new Map<string, Set<Listener>>()
  let local = created
  const emit = (type: string, event: Parameters<Listener>[0]) => {
    for (const listener of listeners.get(type) ?? []) listener(event)
  }
  const peer = {
    iceGatheringState: 'new' as Peer['iceGatheringState'],
    get localDescription(): Description {
      if (peer.iceGatheringState !== 'complete') throw new Error('SIGSEGV')
      return { type: 'answer', sdp: local }
    },
    async setLocalDescription() {
      peer.iceGatheringState = 'gathering'
    },
    addEventListener(type: string, listener: Listener) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener: (type: string, listener: Listener) => void listeners.get(type)?.delete(listener),
  }
  return {
    peer,
    gathers(address: string) {
      const candidate = candidateOf(address)
      local = withCandidate(local, candidate)
      emit('icecandidate', { candidate })
    },
    /** The state is complete before the events of the last candidates arrive. */
    completes(...addresses: string[]) {
      for (const address of addresses) local = withCandidate(local, candidateOf(address))
      peer.iceGatheringState = 'complete'
      emit('icegatheringstatechange', {})
    },
    listeners: () => [...listeners.values()].flatMap((set) => [...set]).length,
  }
}

describe('a local description', () => {
  const published = ['192.0.2.2', '2001:db8::2']
  const own = [...published, '10.0.0.5', 'fe80::1']
  const options = { networks: [], addresses: [...published, '198.51.100.4', 'fe80::1'] }

  /** Starts to gather; the addresses of the description once it has resolved. */
  async function start(policy = candidatePolicy(options, own)) {
    const gathering = createGatheringPeer()
    const seen: { addresses?: string[] } = {}
    const described = setLocalDescription(gathering.peer, { type: 'answer', sdp: created }, policy.isGathered)
    const done = described.then((sdp) => {
      seen.addresses = addressesOf(sdp)
      return seen.addresses
    })
    await Promise.resolve()
    return { ...gathering, seen, done }
  }
  afterEach(() => void vi.useRealTimers())

  test('has each own address that is published, without the end of gathering', async () => {
    const { gathers, seen, done, listeners } = await start()
    for (const address of ['10.0.0.5', '192.0.2.2']) gathers(address)
    await new Promise(setImmediate)
    expect(seen).toEqual({})
    gathers('2001:db8::2')
    expect(await done).toEqual(['10.0.0.5', '192.0.2.2', '2001:db8::2'])
    expect(listeners()).toBe(0)
  })

  test.each([
    ['a server may add an address', { ...options, iceServers: [{ urls: 'stun:stun.example' }] }, own],
    ['none of its own addresses is published', options, ['10.0.0.5']],
    ['a published address is not gathered', options, [...own, '198.51.100.4']],
  ])('has those of the end of gathering where %s', async (_, given, addresses) => {
    const { gathers, completes, seen, done } = await start(candidatePolicy(given, addresses))
    for (const address of published) gathers(address)
    await new Promise(setImmediate)
    expect(seen).toEqual({})
    completes('203.0.113.7')
    expect(await done).toEqual([...published, '203.0.113.7'])
  })

  test('has what was gathered where gathering does not end', async () => {
    vi.useFakeTimers()
    const { gathers, done } = await start(candidatePolicy(options, []))
    gathers('192.0.2.2')
    await vi.advanceTimersByTimeAsync(2000)
    expect(await done).toEqual(['192.0.2.2'])
  })
})

describe('a candidate is added', () => {
  test('once, and not with the credentials before an ICE restart', () => {
    const once = withCandidate(created, candidateOf('192.0.2.2'))
    expect(addressesOf(once)).toEqual(['192.0.2.2'])
    expect(withCandidate(once, candidateOf('192.0.2.2'))).toBe(once)
    expect(withCandidate(once, candidateOf('192.0.2.3', { ufrag: 'old' }))).toBe(once)
  })

  test.each([
    [['2001:db8::2'], 'IP6 2001:db8::2 50000'],
    [['2001:db8::2', '192.0.2.2', '2001:db8::3', '192.0.2.3'], 'IP4 192.0.2.2 50001'],
    [['192.0.2.2', '203.0.113.7 srflx', '192.0.2.3'], 'IP4 203.0.113.7 50001'],
    [['203.0.113.7 srflx', '198.51.100.4 relay', '203.0.113.8 srflx'], 'IP4 198.51.100.4 50001'],
  ])('of %j the default is %s', (all, expected) => {
    let sdp = created
    all.forEach((text, at) => {
      const [address = '', type = 'host'] = text.split(' ')
      sdp = withCandidate(sdp, candidateOf(address, { port: 50_000 + at, type }))
    })
    const [, port] = /^m=video (\d+)/m.exec(sdp) ?? []
    const [, address] = /^c=IN (.*)$/m.exec(sdp) ?? []
    expect(`${address} ${port}`).toBe(expected)
  })
})

describe('a description made of the events is the one of libwebrtc', () => {
  const peers: Peer[] = []
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.close()
  })
  const offerOf = (text: string) => {
    const read = readOffer(text, { start: 1000, max: 2000 })
    if ('refused' in read) throw new Error(read.message)
    return read.sdp
  }
  const own = Object.values(networkInterfaces()).flatMap(
    (cards) => cards?.map(({ address }) => address) ?? [],
  )
  const policy = candidatePolicy({ networks: [], addresses: ['0.0.0.0/0', '::/0'] }, own)
  const udpOnly = (sdp: string) => sdp.split('\r\n').filter((line) => !/^a=candidate:\S+ \d tcp/.test(line))

  /** Answers the offer; the description of the events, and libwebrtc's once it has gathered all. */
  async function answer(peer: Peer, offer: string): Promise<[string[], string[]]> {
    await peer.setRemoteDescription({ type: 'offer', sdp: offer })
    const gathering: Parameters<typeof setLocalDescription>[0] = {
      iceGatheringState: 'gathering',
      localDescription: null,
      setLocalDescription: (description) => peer.setLocalDescription(description),
      addEventListener: (type, listener) => peer.addEventListener(type, listener),
      removeEventListener: (type, listener) => peer.removeEventListener(type, listener),
    }
    const sdp = await setLocalDescription(gathering, await peer.createAnswer(), policy.isGathered)
    await vi.waitFor(() => expect(peer.iceGatheringState).toBe('complete'), 5000)
    return [udpOnly(sdp), udpOnly(peer.localDescription?.sdp ?? '')]
  }

  test.each([
    ['Chromium', CHROMIUM_OFFER],
    ['Firefox', FIREFOX_OFFER],
  ])('for an offer of %s, and after ICE restarts', async (_, text) => {
    const offer = offerOf(text)
    const peer = createPeer({ iceServers: [], ports: undefined })
    peers.push(peer)
    await peer.setRemoteDescription({ type: 'offer', sdp: offer })
    peer.addTrack(createVideoSource().createTrack(), createStream())
    const candidatesOf = (lines: string[]) => lines.filter((line) => line.startsWith('a=candidate'))

    const [first, expected] = await answer(peer, offer)
    expect(first).toEqual(expected)
    expect(candidatesOf(first).length).toBeGreaterThan(0)

    const restarted = withCredentials(offer, 'efgh', 'x'.repeat(24))
    const [second, expectedSecond] = await answer(peer, restarted)
    expect(second).toEqual(expectedSecond)
    expect(candidatesOf(second)).not.toEqual(candidatesOf(first))

    const [third, expectedThird] = await answer(peer, withCredentials(restarted, 'efgh', 'x'.repeat(24)))
    expect(third).toEqual(expectedThird)
    expect(candidatesOf(third)).toEqual(candidatesOf(second))
  })
})
