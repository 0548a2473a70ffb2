import { createListeners } from '../../lib/listeners.ts'
import type { VideoRefusal } from '../protocol/ipc.ts'

export interface ViewerLimits {
  /** Viewers in all; the next one is refused. */
  readonly maxViewers?: number
  /** Machines that are encoded at once, besides those that are watched by their players. */
  readonly maxMachines?: number
}

const MAX_VIEWERS = 48
const MAX_MACHINES = 16

export type ViewerSessions = ReturnType<typeof createViewerSessions>

/** The viewers' sessions, each on a machine, within the limits. */
export function createViewerSessions({ maxViewers = MAX_VIEWERS, maxMachines = MAX_MACHINES }: ViewerLimits) {
  /** Machine ids by session. */
  const sessions = new Map<string, string>()
  const closed = createListeners<[session: string]>()
  const machines = () => new Set(sessions.values())

  function remove(session: string): void {
    if (sessions.delete(session)) closed.emit(session)
  }

  return {
    onClosed: closed.add,
    has: (session: string) => sessions.has(session),
    /** Returns the refusal where a limit is reached. Held viewers leave half of the places to others. */
    add(session: string, machineId: string, { isPlayer = false, isHeld = false }): VideoRefusal | undefined {
      if (sessions.size >= (isHeld ? maxViewers / 2 : maxViewers))
        return { refused: 'full', message: 'The viewer limit is reached.' }
      const watched = machines()
      if (!isPlayer && !watched.has(machineId) && watched.size >= maxMachines)
        return { refused: 'full', message: 'The limit of encoded machines is reached.' }
      sessions.set(session, machineId)
      return undefined
    },
    /** Removes a session that was never open: it is not reported as closed. */
    discard: (session: string) => void sessions.delete(session),
    remove,
    /** Returns the machines that were watched. */
    removeAll(): string[] {
      const watched = [...machines()]
      for (const session of [...sessions.keys()]) remove(session)
      return watched
    },
    isWatched: (machineId: string) => machines().has(machineId),
    counts: () => ({ sent: sessions.size, machines: machines().size }),
  }
}
