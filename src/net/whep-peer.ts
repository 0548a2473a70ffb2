import type { WhepEnv } from './whep-env.ts'
import { separateAudioStream } from './whep-sdp.ts'

/** The events of a peer. */
export interface PeerHandlers {
  onTrack(track: MediaStreamTrack): void
  /** A local candidate; undefined when all are gathered. */
  onCandidate(candidate: string | undefined): void
  /** `closed`: the server has ended the connection. */
  onConnection(state: RTCPeerConnectionState): void
}

export interface Peer {
  connection: RTCPeerConnection
  /** Resolves when the local description is set; callers handle a rejection. */
  local: Promise<void>
  /** Calls the handlers from now on, and for the events that were missed. */
  listen(handlers: PeerHandlers): void
  /** Sets the server's answer; only the first call has an effect. */
  accept(answer: string): Promise<void>
  /** Closes the connection; no handler is called afterwards. */
  close(): void
}

/** Header extension control (W3C webrtc-extensions), in Chromium only. */
interface HeaderExtensions {
  getHeaderExtensionsToNegotiate?(): { uri: string; direction: RTCRtpTransceiverDirection }[]
  setHeaderExtensionsToNegotiate?(extensions: unknown): void
}

type PeerEnv = Pick<WhepEnv, 'peer'>

/** How a peer connection gathers its candidates. */
export type IceConfig = Pick<RTCConfiguration, 'iceServers' | 'iceTransportPolicy'>

function createConnection(env: PeerEnv, { iceServers, ...ice }: IceConfig): RTCPeerConnection {
  try {
    return env.peer({ bundlePolicy: 'max-bundle', ...ice, ...(iceServers && { iceServers }) })
  } catch (reason) {
    // The browser cannot parse the list. Most networks work without ICE servers.
    if (iceServers) return createConnection(env, ice)
    throw reason
  }
}

/** Offers abs-capture-time where the browser can: each frame then carries its capture time. */
function requestCaptureTimes(video: RTCRtpTransceiver & HeaderExtensions): void {
  video.setHeaderExtensionsToNegotiate?.(
    video.getHeaderExtensionsToNegotiate?.().map(({ uri, direction }) => ({
      uri,
      direction: uri.endsWith('capture-time') ? 'sendrecv' : direction,
    })),
  )
}

/** Creates a peer connection that offers to receive, or that answers the server's `offer`. */
export function createPeer(env: PeerEnv, ice: IceConfig, offer?: string): Peer {
  const connection = createConnection(env, ice)
  let handlers: PeerHandlers | undefined
  const missed: ((handlers: PeerHandlers) => void)[] = []
  const report = (run: (handlers: PeerHandlers) => void) => {
    if (handlers) run(handlers)
    else missed.push(run)
  }
  let accepted: Promise<void> | undefined
  connection.ontrack = ({ track, receiver }) => {
    // Displays each frame as soon as it is decoded, because players react to it.
    if (receiver) receiver.jitterBufferTarget = 0
    report(({ onTrack }) => onTrack(track))
  }
  connection.onicecandidate = ({ candidate }) => {
    // An empty candidate only ends the candidates of one generation.
    if (candidate?.candidate !== '') report(({ onCandidate }) => onCandidate(candidate?.candidate))
  }
  const reportState = (state: RTCPeerConnectionState) => report(({ onConnection }) => onConnection(state))
  connection.onconnectionstatechange = () => {
    const transport = connection.getReceivers()[0]?.transport
    // A server ends a session over DTLS, which by itself changes no connection state.
    if (transport)
      transport.onstatechange = () => {
        if (transport.state === 'closed' && connection.signalingState !== 'closed') reportState('closed')
      }
    reportState(connection.connectionState)
  }
  if (!offer) {
    requestCaptureTimes(connection.addTransceiver('video', { direction: 'recvonly' }))
    connection.addTransceiver('audio', { direction: 'recvonly' })
  }
  const remote = offer ? connection.setRemoteDescription({ type: 'offer', sdp: offer }) : Promise.resolve()
  const local = remote.then(() => connection.setLocalDescription())
  // Prevents an unhandled rejection if the peer is abandoned early.
  local.catch(() => {})
  return {
    connection,
    local,
    listen(next) {
      // After the caller has stored the peer.
      queueMicrotask(() => {
        if (connection.signalingState === 'closed') return
        handlers = next
        for (const run of missed.splice(0)) run(next)
      })
    },
    accept(answer) {
      accepted ??= connection.setRemoteDescription({ type: 'answer', sdp: separateAudioStream(answer) })
      return accepted
    },
    close() {
      connection.ontrack = connection.onicecandidate = connection.onconnectionstatechange = null
      connection.close()
    },
  }
}

/** The number of decoded video frames. */
export async function decodedFrames(connection: RTCPeerConnection): Promise<number> {
  let count = 0
  try {
    const stats = await connection.getStats()
    stats.forEach((stat) => {
      if (stat.type === 'inbound-rtp' && stat.kind === 'video') count += stat.framesDecoded ?? 0
    })
  } catch {
    // A connection without statistics counts no frames.
  }
  return count
}
