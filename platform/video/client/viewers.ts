import { randomBytes } from 'node:crypto'
import type { Dispose } from '../../../src/contract/result.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { VideoRefusal } from '../protocol/ipc.ts'
import { createPlaces, type PlaceLimits } from './viewer-places.ts'

export interface ViewerLimits extends PlaceLimits {
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

const SEAT_MS = 10_000
/** Time in which an app ends its picture after the seat, in ms. */
const ENDING_MS = 1000

const newEtag = () => `"${randomBytes(9).toString('base64url')}"`

export type Viewers = ReturnType<typeof createViewers>

/**
 * The viewers and their rights: which login has which machine, under which id. The one list of them on the
 * platform; the worker has the peers of the same ids.
 */
export function createViewers(
  limits: ViewerLimits,
  peers: { close(id: string): void; release(id: string): void },
) {
  const { seatMs = SEAT_MS } = limits
  const viewers = new Map<string, Entry>()
  const places = createPlaces(viewers, limits, close)
  const closed = createListeners<[id: string]>()
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
    if (right === undefined || (right === 'watch' && places.isSurplus(machineId))) close(id)
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
      const refusal = places.make(machineId, right, claim.login?.playerId)
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
      const watched = [...places.machines()]
      for (const id of [...viewers.keys()]) remove(id)
      return watched
    },
    isWatched: (machineId: string) => matching((viewer) => viewer.machineId === machineId).length > 0,
    counts: () => ({ sent: viewers.size, machines: places.machines().size }),
  }
}
