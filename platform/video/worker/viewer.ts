import type { VideoRefusal, WorkerOptions } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import { type CandidatePolicy, candidatePolicy, MAX_CANDIDATES } from './candidates.ts'
import { setLocalDescription, waitForGathering } from './local-description.ts'
import type { MachineStream } from './machine-stream.ts'
import { createPeer, createStream, type Peer, refusalOf, type Sender } from './peer.ts'
import { finishAnswer, keepsBundleTags, readOffer } from './sdp.ts'
import { type Fragment, fragmentOf, readFragment, withCredentials } from './sdp-fragment.ts'

/** One viewer's connection. Every call resolves to a value; `close` may be called at any time. */
export interface Viewer {
  candidate(fragment: string): Promise<{ ok: true } | VideoRefusal>
  restart(fragment: string): Promise<{ fragment: string } | VideoRefusal>
  /** Sends what was held. */
  release(): void
  /** Switches to this layer. */
  layer(next: LayerId): Promise<{ ok: true } | VideoRefusal>
  close(): void
}

export interface ViewerOptions extends Omit<WorkerOptions, 'prerender'> {
  readonly offer: string
  /** The layer to start with. */
  readonly layer: LayerId
  /** Connects, and sends nothing until `release`. */
  readonly isHeld: boolean
  readonly stream: Pick<MachineStream, 'video' | 'audioTrack'>
  readonly onClosed: () => void
}

/** Answers an offer with the machine's tracks. All candidates are in the answer. */
export async function openViewer(
  options: ViewerOptions,
): Promise<{ viewer: Viewer; answer: string } | VideoRefusal> {
  const policy = candidatePolicy(options)
  const filtered = policy.filterOffer(options.offer)
  const offer = readOffer(filtered.sdp, options.rates)
  if ('refused' in offer) return offer
  if (filtered.count > MAX_CANDIDATES) return { refused: 'offer', message: 'Too many candidates.' }
  const peer = createPeer(options)
  try {
    await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp })
    const group = createStream()
    const video = peer.addTrack(options.stream.video.track(options.layer), group)
    const audio = peer.addTrack(options.stream.audioTrack, group)
    sendOnly(peer, [video, audio])
    if (options.isHeld) await Promise.all([video.replaceTrack(null), audio.replaceTrack(null)])
    const answer = await createFullAnswer(peer, policy)
    const refused = unusable(offer.sdp, answer, options)
    if (refused) {
      peer.close()
      return refused
    }
    const candidates = { policy, left: MAX_CANDIDATES - filtered.count }
    return { viewer: createViewer(peer, { video, audio }, offer.sdp, candidates, options), answer }
  } catch (error) {
    peer.close()
    return refusalOf('sdp', error)
  }
}

/** Receives nothing, whatever a viewer offers to send: the process would decode it. */
function sendOnly(peer: Peer, senders: readonly Sender[]): void {
  for (const transceiver of peer.getTransceivers()) {
    if (transceiver.stopped) continue
    transceiver.direction = senders.includes(transceiver.sender) ? 'sendonly' : 'inactive'
  }
}

/** A range of ports that is used up shows by nothing but this. */
const hasCandidate = (answer: string) => answer.includes('\na=candidate:')

/** Why the answer to an offer cannot be sent; undefined if it can. */
function unusable(
  offer: string,
  answer: string,
  { ports }: Pick<ViewerOptions, 'ports'>,
): VideoRefusal | undefined {
  if (!keepsBundleTags(offer, answer))
    return { refused: 'offer', message: 'The first section of a bundle cannot be answered.' }
  return ports && !hasCandidate(answer) ? { refused: 'full', message: 'No port is free.' } : undefined
}

/** The answer to the current offer, once the candidates that it publishes are gathered. */
async function createFullAnswer(peer: Peer, policy: CandidatePolicy): Promise<string> {
  const answer = await setLocalDescription(peer, await peer.createAnswer(), policy.isGathered)
  return policy.filterAnswer(finishAnswer(answer))
}

function createViewer(
  peer: Peer,
  senders: { video: Sender; audio: Sender },
  initialOffer: string,
  candidates: Candidates,
  { connectMs, awayMs, ports, onClosed, stream: { video, audioTrack }, ...options }: ViewerOptions,
): Viewer {
  let offer = initialOffer
  let { layer, isHeld } = options
  let lastRestart: Promise<unknown> = Promise.resolve()
  let open = true
  let timer = setTimeout(close, connectMs)
  video.addViewers(layer, 1)

  function close() {
    if (!open) return
    open = false
    clearTimeout(timer)
    video.addViewers(layer, -1)
    peer.close()
    onClosed()
  }
  peer.addEventListener('connectionstatechange', () => {
    if (!open) return
    clearTimeout(timer)
    if (peer.connectionState === 'connected') return
    if (peer.connectionState === 'closed') close()
    // A viewer that lost its network may restart ICE within this time.
    else timer = setTimeout(close, awayMs)
  })

  async function restart(text: string): Promise<{ fragment: string } | VideoRefusal> {
    const fragment = readFragment(text)
    if (!fragment?.ufrag || !fragment.pwd) {
      return { refused: 'fragment', message: 'A restart needs new ICE credentials.' }
    }
    if (fragment.candidates.length > candidates.left) {
      return { refused: 'restart', message: 'Too many candidates of this viewer.' }
    }
    try {
      const restartOffer = withCredentials(offer, fragment.ufrag, fragment.pwd)
      await waitForGathering(peer)
      await peer.setRemoteDescription({ type: 'offer', sdp: restartOffer })
      const answer = await createFullAnswer(peer, candidates.policy)
      if (ports && !hasCandidate(answer)) return { refused: 'restart', message: 'No port is free.' }
      offer = restartOffer
      await addCandidates(peer, fragment, candidates)
      return { fragment: fragmentOf(answer) }
    } catch (error) {
      return refusalOf(open ? 'restart' : 'unknown', error)
    }
  }

  return {
    async candidate(text) {
      const fragment = readFragment(text)
      if (!fragment) return { refused: 'fragment', message: 'This is not an SDP fragment.' }
      return addCandidates(peer, fragment, candidates)
    },
    restart(text) {
      // A viewer whose clock jumps can request a second restart before the first is answered: one at a time.
      const current = lastRestart.then(() => restart(text))
      lastRestart = current
      return current
    },
    release() {
      if (!isHeld || !open) return
      isHeld = false
      // A closed peer takes no track.
      senders.video.replaceTrack(video.track(layer)).catch(() => {})
      senders.audio.replaceTrack(audioTrack).catch(() => {})
    },
    async layer(next) {
      if (next === layer) return { ok: true }
      try {
        if (!isHeld) await senders.video.replaceTrack(video.track(next))
      } catch (error) {
        return refusalOf('unknown', error)
      }
      if (!open) return { refused: 'unknown', message: 'The viewer is closed.' }
      video.addViewers(layer, -1)
      video.addViewers(next, 1)
      layer = next
      return { ok: true }
    },
    close,
  }
}

/** A viewer's budget of candidates, ignored ones included. */
interface Candidates {
  readonly policy: CandidatePolicy
  left: number
}

async function addCandidates(
  peer: Peer,
  fragment: Fragment,
  candidates: Candidates,
): Promise<{ ok: true } | VideoRefusal> {
  if (fragment.candidates.length > candidates.left) {
    return { refused: 'fragment', message: 'Too many candidates of this viewer.' }
  }
  candidates.left -= fragment.candidates.length
  try {
    for (const { candidate, mid } of fragment.candidates) {
      if (!candidates.policy.accepts(candidate)) continue
      await peer.addIceCandidate({
        candidate,
        ...(mid === undefined ? { sdpMLineIndex: 0 } : { sdpMid: mid }),
      })
    }
    return { ok: true }
  } catch (error) {
    return refusalOf('fragment', error)
  }
}
