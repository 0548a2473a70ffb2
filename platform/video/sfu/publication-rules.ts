/* For whom a machine is published to an SFU, and when that ends. */

export interface PublicationRulesOptions {
  /** The player at the machine. */
  readonly ownerOf: (machineId: string) => string | undefined
  /** Whether the machine has a picture at the moment. */
  readonly isOnline: (machineId: string) => boolean
  /** Whether this process runs the machine, and so publishes it; another process takes over both. */
  readonly runs?: (machineId: string) => boolean
  /** Whether a page of its owner plays the machine at the moment. */
  readonly isPlayed: (machineId: string) => boolean
  readonly spectators: boolean
}

/** What the end of a publication depends on. */
export interface Published {
  readonly ownerId: string | undefined
  /** A viewer that was admitted until then (ms, steady) may still be on the way. */
  readonly admittedUntil: number
  /** As the SFU told last. */
  readonly viewers: number
}

/** How long a machine without viewers stays published. */
const LINGER_MS = 10_000
/**
 * How long a publication lives whose player has no seat any more, or whose machine has no picture. The app
 * ends its own viewer meanwhile.
 */
const ENDING_MS = 1000

/** `steady`: the time in ms, from any moment on. */
export function createPublicationRules(options: PublicationRulesOptions, steady: () => number) {
  const { ownerOf, isOnline, runs = () => true, isPlayed, spectators } = options

  function isWatched(machineId: string, { ownerId, admittedUntil, viewers }: Published): boolean {
    if (isPlayed(machineId) || steady() < admittedUntil) return true
    return viewers > 0 && (spectators || ownerOf(machineId) === ownerId)
  }

  const isOthers = (machineId: string, { ownerId }: Published) => {
    const owner = ownerOf(machineId)
    return !spectators && owner !== undefined && owner !== ownerId
  }
  const isOver = (machineId: string) =>
    !isOnline(machineId) || (!spectators && ownerOf(machineId) === undefined)

  return {
    /** Whether the machine may be published for this player. */
    mayStart: (machineId: string, playerId: string): boolean =>
      runs(machineId) && (ownerOf(machineId) === playerId || spectators) && isOnline(machineId),
    /**
     * Ms until a publication ends; undefined: it goes on. One of an earlier player, or of another process's
     * machine, ends at once, and one without viewers after a while.
     */
    endsIn(machineId: string, published: Published): number | undefined {
      if (isOthers(machineId, published) || !runs(machineId)) return 0
      if (isOver(machineId)) return ENDING_MS
      return isWatched(machineId, published) ? undefined : LINGER_MS
    },
  }
}
