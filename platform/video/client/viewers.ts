import { randomBytes } from 'node:crypto'
import type { Dispose } from '../../../src/contract/result.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { VideoRefusal } from '../protocol/ipc.ts'

export interface ViewerLimits {
  /** Places for viewers. A seated player gets one as long as not all of them are seated players'. */
  readonly maxViewers?: number
  /** Machines that are encoded at once, besides those that are watched by their players. */
  readonly maxMachines?: number
  /** Viewers of a player, by all logins; a further one closes the oldest. */
  readonly maxPerPlayer?: number
  /** Time in which the player of a held viewer must be seated, in ms. */
  readonly seatMs?: number
}

/**
 * What a viewer may have: the picture by its player's seat or as a spectator, or the connection before the
 * seat. `ending`: nothing, but the machine is nobody else's either, so that the app of an open picture may
 * end it itself.
 */
export type Right = 'seat' | 'watch' | 'connect' | 'ending'

/** Why a viewer is there. */
export interface Claim {
  /** The login that opened it; a publication to an SFU has none. */
  readonly login?: { readonly playerId: string; readonly loginId: string }
  /**
   * What the viewer may have at this moment; undefined: nothing. Asked again whenever that may have changed.
   */
  right(): Right | undefined
  /**
   * Calls `onEnd` once no token of the login is valid any more. Returns the function that stops following.
   */
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
  /** Closes a viewer that is held, or whose right is ending, unless it gets the picture before. */
  timer: NodeJS.Timeout | undefined
  /** Stops following the login. */
  readonly unfollow: Dispose | undefined
}

const MAX_VIEWERS = 48
const MAX_MACHINES = 16
const MAX_PER_PLAYER = 4
const SEAT_MS = 10_000
/** Time in which an app ends its picture after the seat, in ms. */
const ENDING_MS = 1000

const NO_PLACE: VideoRefusal = { refused: 'full', message: 'The viewer limit is reached.' }

const newEtag = () => `"${randomBytes(9).toString('base64url')}"`

export type Viewers = ReturnType<typeof createViewers>

/**
 * The viewers and their rights: which login has which machine, under which id, in which of the places. The
 * one list of them on the platform; the worker has the peers of the same ids.
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
    const viewer = viewers.get(id)
    clearTimeout(viewer?.timer)
    viewer?.unfollow?.()
    return viewers.delete(id)
  }

  function remove(id: string): void {
    if (forget(id)) closed.emit(id)
  }

  function close(id: string): void {
    peers.close(id)
    remove(id)
  }

  /** The newest viewer of each seat: it has its place for as long as the seat, whoever else wants one. */
  function seatViewers(): Map<string, Entry> {
    return new Map(matching(({ right }) => right() === 'seat').map((viewer) => [viewer.machineId, viewer]))
  }

  /** Closes the oldest viewer, or the oldest of a player, that is not the newest one of a seat. */
  function closeOldest(seats: Map<string, Entry>, playerId?: string): boolean {
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
  function makeRoomOfPlayer(playerId: string, seats: Map<string, Entry>): boolean {
    const ofPlayer = () => matching(({ login }) => login?.playerId === playerId)
    const hasRoom = () => ofPlayer().length < maxPerPlayer
    for (const { id, isHeld } of ofPlayer()) if (isHeld) close(id)
    while (!hasRoom() && closeOldest(seats, playerId));
    return hasRoom()
  }

  /**
   * Makes a place, and returns the refusal where there is none. Held viewers leave half of the places to
   * others.
   */
  function makePlace(machineId: string, right: Right, seats: Map<string, Entry>): VideoRefusal | undefined {
    const places = right === 'connect' ? maxViewers / 2 : maxViewers
    const isFull = () => viewers.size >= places
    while (isFull() && right === 'seat' && closeOldest(seats));
    if (isFull()) return NO_PLACE
    const watched = machines()
    if (right !== 'seat' && !watched.has(machineId) && watched.size >= maxMachines)
      return { refused: 'full', message: 'The limit of encoded machines is reached.' }
    return undefined
  }

  /** Whether a machine that its player does not watch any more is one too many. */
  function isSurplus(machineId: string): boolean {
    const seats = seatViewers()
    return !seats.has(machineId) && machines().size - seats.size > maxMachines
  }

  const closeAfter = (id: string, ms: number) => setTimeout(() => close(id), ms)

  /** The viewer may have the picture. */
  function show(viewer: Entry): void {
    // A peer that is being opened as a held one is released with its answer.
    if (viewer.isHeld && !viewer.isOpen) return
    clearTimeout(viewer.timer)
    viewer.timer = undefined
    if (viewer.isHeld) peers.release(viewer.id)
    viewer.isHeld = false
  }

  /**
   * Applies what a viewer may have by now. A picture that may not be sent any more is closed: it would keep
   * its place.
   */
  function update(viewer: Entry): void {
    const { id, machineId } = viewer
    const right = viewer.right()
    if (right === undefined || (right === 'watch' && isSurplus(machineId))) close(id)
    else if (right === 'seat' || right === 'watch') show(viewer)
    else if (!viewer.isHeld) viewer.timer ??= closeAfter(id, ENDING_MS)
    else if (right === 'ending') close(id)
  }

  return {
    onClosed: closed.add,
    has: (id: string) => viewers.has(id),
    get: (id: string): Viewer | undefined => viewers.get(id),
    /** Takes a place for a viewer that is about to be opened; returns the refusal where there is none. */
    add(id: string, machineId: string, claim: Claim): { isHeld: boolean } | VideoRefusal {
      const right = claim.right()
      if (right === undefined || right === 'ending')
        return { refused: 'unknown', message: 'The viewer may not watch this machine.' }
      const seats = seatViewers()
      // The newcomer will be the newest of its seat.
      if (right === 'seat') seats.delete(machineId)
      const hasRoom = !claim.login || makeRoomOfPlayer(claim.login.playerId, seats)
      const refusal = hasRoom ? makePlace(machineId, right, seats) : NO_PLACE
      if (refusal) return refusal
      const isHeld = right === 'connect'
      viewers.set(id, {
        ...{ ...claim, id, machineId, etag: newEtag(), isOpen: false, isHeld },
        timer: isHeld ? closeAfter(id, seatMs) : undefined,
        unfollow: claim.follow?.(() => close(id)),
      })
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
