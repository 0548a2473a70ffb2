import type { VideoRefusal } from '../protocol/ipc.ts'
import type { Right } from './viewers.ts'

/* The places for viewers: who gets one, and who makes way for whom. */

export interface PlaceLimits {
  /** Places for viewers. A seated player gets one as long as not all of them are seated players'. */
  readonly maxViewers?: number
  /** Machines that are encoded at once, besides those that are watched by their players. */
  readonly maxMachines?: number
  /** Viewers of a player, by all logins; a further one closes the oldest. */
  readonly maxPerPlayer?: number
}

interface Viewer {
  readonly id: string
  readonly machineId: string
  readonly login?: { readonly playerId: string }
  readonly isHeld: boolean
  right(): Right | undefined
}

const MAX_VIEWERS = 48
const MAX_MACHINES = 16
const MAX_PER_PLAYER = 4

const NO_PLACE: VideoRefusal = { refused: 'full', message: 'The viewer limit is reached.' }

/** `viewers`: in the order in which they came. `close`: also removes the viewer from them. */
export function createPlaces(
  viewers: ReadonlyMap<string, Viewer>,
  limits: PlaceLimits,
  close: (id: string) => void,
) {
  const { maxViewers = MAX_VIEWERS, maxMachines = MAX_MACHINES, maxPerPlayer = MAX_PER_PLAYER } = limits
  const machines = () => new Set([...viewers.values()].map(({ machineId }) => machineId))
  const matching = (matches: (viewer: Viewer) => boolean) => [...viewers.values()].filter(matches)

  /** The newest viewer of each seat: it has its place for as long as the seat, whoever else wants one. */
  function seatViewers(): Map<string, Viewer> {
    return new Map(matching(({ right }) => right() === 'seat').map((viewer) => [viewer.machineId, viewer]))
  }

  /** Closes the oldest viewer, or the oldest of a player, that is not the newest one of a seat. */
  function closeOldest(seats: Map<string, Viewer>, playerId?: string): boolean {
    const [oldest] = matching(
      (viewer) =>
        seats.get(viewer.machineId) !== viewer &&
        (playerId === undefined || viewer.login?.playerId === playerId),
    )
    if (oldest) close(oldest.id)
    return oldest !== undefined
  }

  /**
   * Closes the player's held viewers, and the oldest of the others. Returns whether the limit permits one
   * more.
   */
  function makeRoomOfPlayer(playerId: string, seats: Map<string, Viewer>): boolean {
    const ofPlayer = () => matching(({ login }) => login?.playerId === playerId)
    const hasRoom = () => ofPlayer().length < maxPerPlayer
    for (const { id, isHeld } of ofPlayer()) if (isHeld) close(id)
    while (!hasRoom() && closeOldest(seats, playerId));
    return hasRoom()
  }

  /**
   * Makes a place, or returns the refusal if there is none. Held viewers leave half of the places to others.
   */
  function makePlace(machineId: string, right: Right, seats: Map<string, Viewer>): VideoRefusal | undefined {
    const places = right === 'connect' ? maxViewers / 2 : maxViewers
    const isFull = () => viewers.size >= places
    while (isFull() && right === 'seat' && closeOldest(seats));
    if (isFull()) return NO_PLACE
    const watched = machines()
    if (right !== 'seat' && !watched.has(machineId) && watched.size >= maxMachines)
      return { refused: 'full', message: 'The limit of encoded machines is reached.' }
    return undefined
  }

  return {
    /** The machines with a viewer. */
    machines,
    /** Makes a place for a viewer, by closing others; returns the refusal where there is none. */
    make(machineId: string, right: Right, playerId?: string): VideoRefusal | undefined {
      const seats = seatViewers()
      // The newcomer will be the newest of its seat.
      if (right === 'seat') seats.delete(machineId)
      const hasRoom = playerId === undefined || makeRoomOfPlayer(playerId, seats)
      return hasRoom ? makePlace(machineId, right, seats) : NO_PLACE
    },
    /** Whether a machine that its player does not watch any more is one too many. */
    isSurplus(machineId: string): boolean {
      const seats = seatViewers()
      return !seats.has(machineId) && machines().size - seats.size > maxMachines
    },
  }
}
