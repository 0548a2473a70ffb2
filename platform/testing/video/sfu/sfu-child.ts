import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import wrtc from '@roamhq/wrtc'
import { jwtVerify } from 'jose'
import { readMarkerI420 } from '../../../video/render/marker.ts'
import { setLocalDescription } from '../../../video/worker/local-description.ts'
import type { Peer } from '../../../video/worker/peer.ts'
import type { SfuCounts } from './sfu.ts'

/*
 * The receiving end of an SFU for tests: WHIP over HTTP, with a real peer that decodes what it is sent. A
 * process of its own, because a test kills it, and because the native library must be ended by process.exit.
 */

const [, , port = '0', secret = ''] = process.argv
const key = new TextEncoder().encode(secret)
const peers = new Map<string, { close(): void }>()
const publications = new Set<unknown>()
const counts: SfuCounts = {
  port: 0,
  published: 0,
  publications: 0,
  open: 0,
  frames: 0,
  credit: undefined,
  viewers: 0,
}

function emit(): void {
  process.send?.({ ...counts, open: peers.size, publications: publications.size })
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

async function answer(offer: string): Promise<{ id: string; sdp: string }> {
  const peer: Peer & { ontrack?: (event: { track: { kind: string } }) => void } = new wrtc.RTCPeerConnection()
  peer.ontrack = ({ track }) => {
    if (track.kind !== 'video') return
    new wrtc.nonstandard.RTCVideoSink(track).onframe = ({
      frame,
    }: {
      frame: { width: number; data: Uint8Array }
    }) => {
      counts.frames += 1
      counts.credit = readMarkerI420(frame.data, frame.width)?.credit ?? counts.credit
      emit()
    }
  }
  await peer.setRemoteDescription({ type: 'offer', sdp: offer })
  const sdp = await setLocalDescription(peer, await peer.createAnswer())
  const id = randomUUID()
  peers.set(id, peer)
  counts.published += 1
  emit()
  return { id, sdp }
}

const server = createServer(async (request, response) => {
  const [, , machine = '', id = ''] = new URL(request.url ?? '', 'http://sfu').pathname.split('/')
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const verified = await jwtVerify(token, key, { audience: 'whip' }).catch(() => undefined)
  if (verified?.payload.machine !== machine) return response.writeHead(401).end()
  if (request.method === 'GET') return response.end(String(counts.viewers))
  if (request.method === 'DELETE') {
    peers.get(id)?.close()
    const isKnown = peers.delete(id)
    emit()
    return response.writeHead(isKnown ? 200 : 404).end()
  }
  publications.add(verified.payload.publication)
  const opened = await answer(await readBody(request))
  const headers = {
    'content-type': 'application/sdp',
    location: `/whip/${machine}/${opened.id}`,
    link: `</whip/${machine}/${opened.id}/viewers>; rel="urn:reelcast:whip:viewers"`,
  }
  return response.writeHead(201, headers).end(opened.sdp)
})

process.on('message', (viewers) => {
  counts.viewers = Number(viewers)
})
process.on('disconnect', () => process.exit(0))
server.listen(Number(port), '127.0.0.1', () => {
  counts.port = (server.address() as AddressInfo).port
  emit()
})
