import type { VideoRefusal, WorkerOptions } from '../protocol/ipc.ts'
import { setLocalDescription } from './local-description.ts'
import type { MachineStream } from './machine-stream.ts'
import { createPeer, createStream, refusalOf } from './peer.ts'
import { withVp8 } from './sdp.ts'

/** One machine's connection to an SFU. `close` may be called at any time. */
export interface Publisher {
  accept(answer: string): Promise<{ ok: true } | VideoRefusal>
  close(): void
}

export interface PublisherOptions
  extends Pick<WorkerOptions, 'iceServers' | 'ports' | 'rates' | 'connectMs'> {
  readonly stream: Pick<MachineStream, 'video' | 'audioTrack'>
  readonly onClosed: () => void
}

/**
 * Offers the machine's tracks, all candidates included. The answer's candidates are used as they are: the
 * operator has named the SFU. A connection that is lost is closed at once, because a new one costs no
 * viewer's attention.
 */
export async function openPublisher(
  options: PublisherOptions,
): Promise<{ publisher: Publisher; offer: string } | VideoRefusal> {
  const { stream, rates, connectMs, onClosed } = options
  const peer = createPeer(options)
  let offer: string
  try {
    const group = createStream()
    for (const track of [stream.video.track('full'), stream.audioTrack])
      peer.addTransceiver(track, { direction: 'sendonly', streams: [group] })
    offer = withVp8(await setLocalDescription(peer, await peer.createOffer()))
  } catch (error) {
    peer.close()
    return refusalOf('sdp', error)
  }

  let open = true
  const timer = setTimeout(close, connectMs)
  stream.video.addViewers('full', 1)
  function close() {
    if (!open) return
    open = false
    clearTimeout(timer)
    stream.video.addViewers('full', -1)
    peer.close()
    onClosed()
  }
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'connected') clearTimeout(timer)
    else if (peer.connectionState !== 'connecting') close()
  })
  const publisher = {
    async accept(answer: string): Promise<{ ok: true } | VideoRefusal> {
      try {
        await peer.setRemoteDescription({ type: 'answer', sdp: withVp8(answer, rates) })
        return { ok: true }
      } catch (error) {
        return refusalOf('sdp', error)
      }
    },
    close,
  }
  return { publisher, offer }
}
