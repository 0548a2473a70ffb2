import type { VideoRefusal } from '../client/engine.ts'
import type { LayerId } from '../render/layout.ts'
import { fragmentOf, readFragment, withCredentials } from './fragment.ts'
import type { Stage } from './machine-stream.ts'
import { createPeer, createStream, type IceServer, type Peer, type Sender } from './peer.ts'
import { finishAnswer, type Rates, readOffer } from './sdp.ts'

/** One viewer's connection. Every call answers with a value; `close` may be called at any time. */
export interface Viewer {
  candidate(fragment: string): Promise<{ ok: true } | VideoRefusal>
  restart(fragment: string): Promise<{ fragment: string } | VideoRefusal>
  /** Sends this layer of the picture from now on. */
  layer(next: LayerId): Promise<{ ok: true } | VideoRefusal>
  close(): void
}

export interface ViewerOptions {
  readonly offer: string
  readonly stage: Pick<Stage, 'picture' | 'voice'>
  readonly iceServers: readonly IceServer[]
  readonly rates: Rates
  /** ms a viewer may take to connect, and to come back. */
  readonly connectMs: number
  readonly awayMs: number
  readonly onClosed: () => void
}

const GATHER_MS = 2000

/** Answers an offer with the machine's tracks. All candidates are in the answer. */
export async function openViewer(
  options: ViewerOptions,
): Promise<{ viewer: Viewer; answer: string } | VideoRefusal> {
  const read = readOffer(options.offer, options.rates)
  if ('wrong' in read) return { refused: read.wrong, message: read.message }
  const peer = createPeer(options.iceServers)
  try {
    await peer.setRemoteDescription({ type: 'offer', sdp: read.sdp })
    const stream = createStream()
    const sender = peer.addTrack(options.stage.picture.track('full'), stream)
    peer.addTrack(options.stage.voice, stream)
    const answer = await answerOffer(peer)
    return { viewer: watch(peer, sender, read.sdp, options), answer }
  } catch (error) {
    peer.close()
    return { refused: 'sdp', message: String(error instanceof Error ? error.message : error) }
  }
}

async function answerOffer(peer: Peer): Promise<string> {
  await peer.setLocalDescription(await peer.createAnswer())
  if (peer.iceGatheringState !== 'complete') {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      peer.addEventListener('icegatheringstatechange', () => {
        if (peer.iceGatheringState !== 'complete') return
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return finishAnswer(peer.localDescription?.sdp ?? '')
}

function watch(
  peer: Peer,
  sender: Sender,
  firstOffer: string,
  { connectMs, awayMs, onClosed, stage: { picture } }: ViewerOptions,
): Viewer {
  let offer = firstOffer
  let layer: LayerId = 'full'
  let restarted: Promise<unknown> = Promise.resolve()
  picture.watch(layer, 1)
  let open = true
  let timer = setTimeout(close, connectMs)
  function close() {
    if (!open) return
    open = false
    clearTimeout(timer)
    picture.watch(layer, -1)
    peer.close()
    onClosed()
  }
  peer.addEventListener('connectionstatechange', () => {
    if (!open) return
    clearTimeout(timer)
    // A viewer that lost its network may restart ICE; one that says nothing is let go.
    if (peer.connectionState === 'connected') return
    if (peer.connectionState === 'closed') close()
    else timer = setTimeout(close, awayMs)
  })
  return {
    async candidate(text) {
      const fragment = readFragment(text)
      if (!fragment) return { refused: 'fragment', message: 'This is no SDP fragment.' }
      try {
        for (const { candidate, mid } of fragment.candidates) {
          await peer.addIceCandidate({
            candidate,
            ...(mid === undefined ? { sdpMLineIndex: 0 } : { sdpMid: mid }),
          })
        }
        return { ok: true }
      } catch (error) {
        return { refused: 'fragment', message: String(error instanceof Error ? error.message : error) }
      }
    },
    restart(text) {
      const { candidate } = this
      async function restart(): Promise<{ fragment: string } | VideoRefusal> {
        const fragment = readFragment(text)
        if (!fragment?.ufrag || !fragment.pwd) {
          return { refused: 'fragment', message: 'A restart needs new ICE credentials.' }
        }
        try {
          const again = withCredentials(offer, fragment.ufrag, fragment.pwd)
          await peer.setRemoteDescription({ type: 'offer', sdp: again })
          const answer = await answerOffer(peer)
          offer = again
          await candidate(text)
          return { fragment: fragmentOf(answer) }
        } catch (error) {
          const message = String(error instanceof Error ? error.message : error)
          return { refused: open ? 'restart' : 'unknown', message }
        }
      }
      // A viewer whose clock leaps may ask for another one before the first is answered: one after the other.
      const own = restarted.then(restart)
      restarted = own
      return own
    },
    async layer(next) {
      if (next === layer) return { ok: true }
      try {
        await sender.replaceTrack(picture.track(next))
      } catch (error) {
        return { refused: 'unknown', message: String(error instanceof Error ? error.message : error) }
      }
      if (!open) return { refused: 'unknown', message: 'The viewer is gone.' }
      picture.watch(layer, -1)
      picture.watch(next, 1)
      layer = next
      return { ok: true }
    },
    close,
  }
}
