import wrtc from '@roamhq/wrtc'
import * as v from 'valibot'

/*
 * A process of WebRTC viewers without a browser: they receive and decode, but draw nothing. Its messages:
 *   {open: id}                -> {sdp}
 *   {answer: id, sdp}
 *   {count: true}             -> {frames: [frames decoded so far], widths: [pixels], for each viewer}
 */

const Request = v.union([
  v.object({ open: v.number() }),
  v.object({ answer: v.number(), sdp: v.string() }),
  v.object({ count: v.literal(true) }),
])

const { RTCPeerConnection } = wrtc
const peers = new Map<number, RTCPeerConnection>()

async function offer(id: number): Promise<string> {
  const peer = new RTCPeerConnection()
  peers.set(id, peer)
  peer.addTransceiver('video', { direction: 'recvonly' })
  peer.addTransceiver('audio', { direction: 'recvonly' })
  await peer.setLocalDescription(await peer.createOffer())
  if (peer.iceGatheringState !== 'complete') {
    await new Promise<void>((done) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done()
    })
  }
  return peer.localDescription?.sdp ?? ''
}

const Inbound = v.object({
  type: v.literal('inbound-rtp'),
  kind: v.literal('video'),
  framesDecoded: v.optional(v.number(), 0),
  frameWidth: v.optional(v.number(), 0),
})

async function received(peer: RTCPeerConnection): Promise<{ frames: number; width: number }> {
  const total = { frames: 0, width: 0 }
  for (const [, entry] of await peer.getStats()) {
    const inbound = v.safeParse(Inbound, entry)
    if (!inbound.success) continue
    total.frames += inbound.output.framesDecoded
    total.width = Math.max(total.width, inbound.output.frameWidth)
  }
  return total
}

process.on('message', async (message) => {
  const request = v.parse(Request, message)
  if ('open' in request) process.send?.({ sdp: await offer(request.open) })
  else if ('answer' in request) {
    await peers.get(request.answer)?.setRemoteDescription({ type: 'answer', sdp: request.sdp })
  } else {
    const all = await Promise.all([...peers.values()].map(received))
    process.send?.({ frames: all.map(({ frames }) => frames), widths: all.map(({ width }) => width) })
  }
})
// The native library crashes if the process ends without an explicit exit.
process.on('disconnect', () => process.exit(0))
