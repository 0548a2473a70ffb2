import type { WhepEnv } from './whep-env.ts'
import { separateAudioStream } from './whep-sdp.ts'

/** What a peer reports. */
export interface PeerHandlers {
  onTrack(track: MediaStreamTrack): void
  /** Without a candidate when all are gathered. */
  onCandidate(candidate: string | undefined): void
  /** `closed` when the server has ended the connection. */
  onConnection(state: RTCPeerConnectionState): void
}

export interface Peer {
  connection: RTCPeerConnection
  /** Resolves once the local description is set; a rejection is handled where it is awaited. */
  local: Promise<void>
  /** Reports from now on, and what has happened before. */
  listen(handlers: PeerHandlers): void
  /** Sets the server's answer, once: a further call gets the same result. */
  accept(answer: string): Promise<void>
  /** Closes the connection; no handler is called afterwards. */
  close(): void
}

/** Header extension control (W3C webrtc-extensions); Chromium has it. */
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
    // A list that this browser cannot parse: without ICE servers most networks are reached all the same.
    if (iceServers) return createConnection(env, ice)
    throw reason
  }
}

/** Where the browser can, offers abs-capture-time: each frame then says when it was captured. */
function requestCaptureTimes(video: RTCRtpTransceiver & HeaderExtensions): void {
  video.setHeaderExtensionsToNegotiate?.(
    video.getHeaderExtensionsToNegotiate?.().map(({ uri, direction }) => ({
      uri,
      direction: uri.endsWith('capture-time') ? 'sendrecv' : direction,
    })),
  )
}

/** A peer connection that offers to receive; with the server's `offer`, one that answers it. */
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
    // Each frame is shown as soon as it is decoded: players act on what they see.
    if (receiver) receiver.jitterBufferTarget = 0
    report(({ onTrack }) => onTrack(track))
  }
  connection.onicecandidate = ({ candidate }) => {
    // An empty one ends the candidates of one generation, and says nothing of its own.
    if (candidate?.candidate !== '') report(({ onCandidate }) => onCandidate(candidate?.candidate))
  }
  const reportState = (state: RTCPeerConnectionState) => report(({ onConnection }) => onConnection(state))
  connection.onconnectionstatechange = () => {
    const transport = connection.getReceivers()[0]?.transport
    // A server that ends a session says so over DTLS, which by itself changes no connection state.
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
  // Abandoned before anything awaits it, it must not end as an unhandled rejection.
  local.catch(() => {})
  return {
    connection,
    local,
    listen(next) {
      // Once its listener is made.
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

/** Video frames decoded so far. */
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
