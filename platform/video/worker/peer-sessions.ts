import type { VideoRefusal } from '../protocol/ipc.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import type { Publisher } from './publisher.ts'
import type { StreamRegistry } from './stream-registry.ts'
import type { StreamServerOptions } from './stream-server.ts'
import type { Viewer, ViewerOptions } from './viewer.ts'

type PeerOptions = Omit<ViewerOptions, 'offer' | 'layer' | 'isHeld'>

interface Peers {
  viewer?: Viewer | undefined
  /** Of a session that sends the machine to an SFU. */
  publisher?: Publisher | undefined
}

/** Has a viewer from its answer on, or a publisher from its offer on. */
interface Session extends Peers {
  readonly machineId: string
}

export const UNKNOWN_VIEWER: VideoRefusal = { refused: 'unknown', message: 'There is no such viewer.' }

function closePeers({ viewer, publisher }: Peers): void {
  viewer?.close()
  publisher?.close()
}

/** The sessions with their peers, and the streams that they hold. */
export function createPeerSessions(options: StreamServerOptions, streams: StreamRegistry) {
  const sessions = new Map<string, Session>()

  function removeSession(session: string): void {
    const removed = sessions.get(session)
    if (!removed) return
    sessions.delete(session)
    streams.release(removed.machineId, session)
    options.onClosed(session)
  }

  function close(session: string): void {
    closePeers(sessions.get(session) ?? {})
    removeSession(session)
  }

  /** Adds a session, and opens its peer; closes that if the session was closed during the negotiation. */
  async function open<T extends Peers>(
    session: string,
    state: MachineState,
    openPeer: (peer: PeerOptions) => Promise<T | VideoRefusal>,
  ): Promise<T | VideoRefusal> {
    const stream = streams.acquire(state, session)
    if (!stream) return { refused: 'unknown', message: `There is no game ${state.scene.game}.` }
    sessions.set(session, { machineId: state.scene.id })
    const opened = await openPeer({ ...options, stream, onClosed: () => removeSession(session) })
    if ('refused' in opened) {
      removeSession(session)
      return opened
    }
    const current = sessions.get(session)
    if (!current) {
      closePeers(opened)
      return UNKNOWN_VIEWER
    }
    current.viewer = opened.viewer
    current.publisher = opened.publisher
    return opened
  }

  return {
    open,
    close,
    closeAll(): void {
      for (const session of [...sessions.keys()]) close(session)
    },
    get: (session: string): Readonly<Session> | undefined => sessions.get(session),
  }
}
