import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import wrtc from '@roamhq/wrtc'
import { expect, onTestFinished, test } from 'vitest'
import { createViewer } from './viewer.ts'

const own = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

// The read formats the description while a thread of the library changes it, which can end the process.
test.skipIf(own === undefined)(
  'with a STUN server that does not answer, the offer is made without a read of the description under way',
  { timeout: 30_000 },
  async () => {
    const stun = createSocket('udp4')
    onTestFinished(() => void stun.close())
    stun.bind(0, own)
    await once(stun, 'listening')
    const states: string[] = []
    const Peer = wrtc.RTCPeerConnection
    const watched = new Proxy(Peer, {
      construct: (_, [configuration]) =>
        new Proxy(new Peer(configuration), {
          get(peer, name) {
            if (name === 'localDescription') states.push(peer.iceGatheringState)
            const value: unknown = Reflect.get(peer, name)
            return typeof value === 'function' ? value.bind(peer) : value
          },
          set: (peer, name, value) => Reflect.set(peer, name, value),
        }),
    })
    Object.assign(wrtc, { RTCPeerConnection: watched })
    onTestFinished(() => void Object.assign(wrtc, { RTCPeerConnection: Peer }))
    const viewer = createViewer([{ urls: `stun:${own}:${stun.address().port}` }])
    onTestFinished(() => viewer.close())
    const offer = await viewer.offer()
    expect(states.filter((state) => state !== 'complete')).toEqual([])
    expect(offer.split(/^m=/m).slice(1)).toEqual([
      expect.stringMatching(/^a=candidate:.* typ host/m),
      expect.stringMatching(/^a=candidate:.* typ host/m),
    ])
  },
)
