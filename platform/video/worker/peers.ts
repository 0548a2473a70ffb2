import type { VideoRefusal, VideoStats } from '../protocol/ipc.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import type { Publisher } from './publisher.ts'
import type { StreamRegistry } from './stream-registry.ts'
import type { StreamServerOptions } from './stream-server.ts'
import type { Viewer, ViewerOptions } from './viewer.ts'

type PeerOptions = Omit<ViewerOptions, 'offer' | 'layer' | 'isHeld'>

interface Ends {
  readonly viewer?: Viewer | undefined
  /** Sends the machine to an SFU. */
  readonly publisher?: Publisher | undefined
}

/** Has a viewer from its answer on, or a publisher from its offer on. */
interface OpenPeer extends Ends {
  readonly machineId: string
}

export const UNKNOWN_PEER: VideoRefusal = { refused: 'unknown', message: 'There is no such viewer.' }

function closeEnds({ viewer, publisher }: Ends): void {
  viewer?.close()
  publisher?.close()
}

/**
 * The peers that the worker sends machines to, by the ids that the platform gave them: the one list of them
 * here. A machine's stream is open while it has a peer.
 */
export function createPeers(options: StreamServerOptions, streams: StreamRegistry) {
  const peers = new Map<string, OpenPeer>()
  const idsAt = (machineId: string) =>
    [...peers].flatMap(([id, peer]) => (peer.machineId === machineId ? [id] : []))

  function remove(id: string): void {
    const removed = peers.get(id)
    if (!removed) return
    peers.delete(id)
    if (idsAt(removed.machineId).length === 0) streams.close(removed.machineId)
    options.onClosed(id)
  }

  function close(id: string): void {
    closeEnds(peers.get(id) ?? {})
    remove(id)
  }

  /** Adds a peer, and opens it; closes it again if it was closed during the negotiation. */
  async function open<T extends Ends>(
    id: string,
    state: MachineState,
    openPeer: (peer: PeerOptions) => Promise<T | VideoRefusal>,
  ): Promise<T | VideoRefusal> {
    const machineId = state.scene.id
    const stream = streams.open(state)
    if (!stream) return { refused: 'unknown', message: `There is no game ${state.scene.game}.` }
    peers.set(id, { machineId })
    const opened = await openPeer({ ...options, stream, onClosed: () => remove(id) })
    if ('refused' in opened) {
      remove(id)
      return opened
    }
    if (!peers.has(id)) {
      closeEnds(opened)
      return UNKNOWN_PEER
    }
    peers.set(id, { machineId, viewer: opened.viewer, publisher: opened.publisher })
    return opened
  }

  return {
    open,
    close,
    closeMachine: (machineId: string): void => idsAt(machineId).forEach(close),
    closeAll: (): void => [...peers.keys()].forEach(close),
    get: (id: string): OpenPeer | undefined => peers.get(id),
    counts(): VideoStats['viewers'] {
      const counts: Record<string, number> = {}
      for (const { machineId } of peers.values()) counts[machineId] = (counts[machineId] ?? 0) + 1
      return counts
    },
  }
}
