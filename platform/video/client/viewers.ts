import { randomBytes } from 'node:crypto'
import type { Dispose } from '../../../src/contract/result.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { VideoRefusal } from '../protocol/ipc.ts'

export interface ViewerLimits {
  /** Viewers in all; the next one is refused. */
  readonly maxViewers?: number
  /** Machines that are encoded at once, besides those that are watched by their players. */
  readonly maxMachines?: number
  /** Viewers of a player; a further one closes the oldest. */
  readonly maxPerPlayer?: number
  /** Time in which the player of a held viewer must be seated, in ms. */
  readonly seatMs?: number
}

/** What a viewer may have: the picture by its player's seat or as a spectator, or the connection before the seat. */
export type Right = 'seat' | 'watch' | 'connect'

/** Why a viewer is there. */
export interface Claim {
  /** The login that opened it; a publication to an SFU has none. */
  readonly login?: { readonly playerId: string; readonly loginId: string }
  /** What the viewer may have at this moment; undefined: nothing. */
  right(): Right | undefined
  /** Calls `onEnd` once no token of the login is valid any more. Returns the function that stops following. */
  follow?(onEnd: () => void): Dispose
}

export interface Viewer extends Claim {
  readonly id: string
  readonly machineId: string
  /** Identifies the current ICE session, as a strong entity tag; a restart changes it. */
  etag: string
}

interface Entry extends Viewer {
  /** The worker has answered the viewer. */
  isOpen: boolean
  /** Connected, and sent nothing until its player is seated. */
  isHeld: boolean
  /** Ends what waits for the viewer's seat or its login's end. */
  stop: Dispose
}

const MAX_VIEWERS = 48
const MAX_MACHINES = 16
const MAX_PER_PLAYER = 4
const SEAT_MS = 10_000

const newEtag = () => `"${randomBytes(9).toString('base64url')}"`

export type Viewers = ReturnType<typeof createViewers>

/**
 * The viewers and their rights: which login has which machine, under which id, in which of the places. The one list of
 * them on the platform; the worker has the peers of the same ids.
 */
export function createViewers(
  limits: ViewerLimits,
  peers: { close(id: string): void; release(id: string): void },
) {
  const { maxViewers = MAX_VIEWERS, maxMachines = MAX_MACHINES } = limits
  const { maxPerPlayer = MAX_PER_PLAYER, seatMs = SEAT_MS } = limits
  const viewers = new Map<string, Entry>()
  const closed = createListeners<[id: string]>()
  const machines = () => new Set([...viewers.values()].map(({ machineId }) => machineId))
  const matching = (matches: (viewer: Entry) => boolean) => [...viewers.values()].filter(matches)

  function forget(id: string): boolean {
    viewers.get(id)?.stop()
    return viewers.delete(id)
  }

  function remove(id: string): void {
    if (forget(id)) closed.emit(id)
  }

  function close(id: string): void {
    peers.close(id)
    remove(id)
  }

  /** Closes the player's held viewers, and the oldest of the others, so that there is a place for one more. */
  function makeRoom(playerId: string): void {
    const ofPlayer = () => matching(({ login }) => login?.playerId === playerId)
    for (const { id, isHeld } of ofPlayer()) if (isHeld) close(id)
    const own = ofPlayer()
    for (const { id } of own.slice(0, Math.max(0, own.length + 1 - maxPerPlayer))) close(id)
  }

  /** Returns the refusal where a limit is reached. Held viewers leave half of the places to others. */
  function refusalOf(machineId: string, right: Right): VideoRefusal | undefined {
    if (viewers.size >= (right === 'connect' ? maxViewers / 2 : maxViewers))
      return { refused: 'full', message: 'The viewer limit is reached.' }
    const watched = machines()
    if (right !== 'seat' && !watched.has(machineId) && watched.size >= maxMachines)
      return { refused: 'full', message: 'The limit of encoded machines is reached.' }
    return undefined
  }

  /** Follows the login of a viewer, and waits for the seat of a held one. */
  function supervise({ id, isHeld, follow }: Entry): Dispose {
    const timer = isHeld ? setTimeout(() => close(id), seatMs) : undefined
    const unfollow = follow?.(() => close(id))
    return () => {
      clearTimeout(timer)
      unfollow?.()
    }
  }

  function release(viewer: Entry): void {
    viewer.stop()
    viewer.isHeld = false
    viewer.stop = supervise(viewer)
    peers.release(viewer.id)
  }

  /** Applies what a viewer may have by now. */
  function update(viewer: Entry): void {
    const right = viewer.right()
    if (right === undefined) close(viewer.id)
    else if (right !== 'connect' && viewer.isHeld && viewer.isOpen) release(viewer)
  }

  return {
    onClosed: closed.add,
    has: (id: string) => viewers.has(id),
    get: (id: string): Viewer | undefined => viewers.get(id),
    /** Takes a place for a viewer that is about to be opened; returns the refusal where there is none. */
    add(id: string, machineId: string, claim: Claim): { isHeld: boolean } | VideoRefusal {
      const right = claim.right()
      if (right === undefined)
        return { refused: 'unknown', message: 'The viewer may not watch this machine.' }
      if (claim.login) makeRoom(claim.login.playerId)
      const refusal = refusalOf(machineId, right)
      if (refusal) return refusal
      const isHeld = right === 'connect'
      const viewer: Entry = { ...claim, id, machineId, etag: newEtag(), isOpen: false, isHeld, stop() {} }
      viewers.set(id, viewer)
      viewer.stop = supervise(viewer)
      return { isHeld }
    },
    /** The worker has answered the viewer, whose right may have changed meanwhile. */
    setOpen(id: string): void {
      const viewer = viewers.get(id)
      if (!viewer) return
      viewer.isOpen = true
      update(viewer)
    },
    /** The viewer has another ICE session. */
    renewEtag(id: string): void {
      const viewer = viewers.get(id)
      if (viewer) viewer.etag = newEtag()
    },
    /** Removes a viewer that was never open: it is not reported as closed. */
    discard: forget,
    remove,
    close,
    /** The rights to a machine may have changed. */
    recheck(machineId: string): void {
      matching((viewer) => viewer.machineId === machineId).forEach(update)
    },
    /** Closes the viewers of a login that ended. */
    endLogin(loginId: string): void {
      for (const { id } of matching(({ login }) => login?.loginId === loginId)) close(id)
    },
    /** Returns the machines that were watched. */
    removeAll(): string[] {
      const watched = [...machines()]
      for (const id of [...viewers.keys()]) remove(id)
      return watched
    },
    isWatched: (machineId: string) => matching((viewer) => viewer.machineId === machineId).length > 0,
    counts: () => ({ sent: viewers.size, machines: machines().size }),
  }
}
