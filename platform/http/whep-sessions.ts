import { randomBytes } from 'node:crypto'
import type { Dispose } from '../../src/contract/result.ts'
import { createQueues } from '../floor/keyed-queue.ts'
import type { FollowLogin } from '../players/follow-login.ts'
import type { VideoEngine } from '../video/client/engine.ts'

/** A viewer's WHEP session; it belongs to the player who opened it. */
export interface WhepSession {
  readonly machineId: string
  readonly playerId: string
  readonly loginId: string
  /** Identifies the current ICE session; a restart changes it. */
  etag: string
}

export interface WhepSessions {
  /** Whether another opening of the player may run or wait. */
  mayOpen(playerId: string): boolean
  /** A player's openings run one after the other: the limit holds for sessions that are being opened too. */
  open<T>(playerId: string, opening: () => Promise<T>): Promise<T>
  /** Closes the player's held sessions, and the oldest of the others, so that there is a place for one more. */
  makeRoom(playerId: string): void
  /** Adds a session under the video engine's id. A held one is closed unless its player is seated soon. */
  add(id: string, session: Omit<WhepSession, 'etag'>, isHeld: boolean): WhepSession
  /** A player's session on a machine; undefined for another player's. */
  find(id: string, machineId: string, playerId: string): WhepSession | undefined
  remove(id: string): void
  /** A player has the seat of a machine: their own sessions get the picture, those of all others are closed. */
  seat(machineId: string, ownerId: string): void
  /** Closes the sessions of a login that ended. */
  endLogin(loginId: string): void
}

/** Time in which the player of a held session must be seated, in ms. */
const SEAT_TIMEOUT_MS = 10_000

/** A strong entity tag. */
export const newEtag = () => `"${randomBytes(9).toString('base64url')}"`

/** `maxPerPlayer`: sessions that a player may have open at once. `followLogin` ends those whose login expires. */
export function createWhepSessions(
  engine: Pick<VideoEngine, 'close' | 'release'>,
  maxPerPlayer: number,
  followLogin: FollowLogin = () => () => {},
): WhepSessions {
  const sessions = new Map<string, WhepSession>()
  const unfollow = new Map<string, Dispose>()
  /** By held session, until it is released. */
  const seatTimers = new Map<string, NodeJS.Timeout>()
  const openings = createQueues()
  /** Openings that run or wait, by player. */
  const pending = new Map<string, number>()

  function stopSeatTimer(id: string): void {
    clearTimeout(seatTimers.get(id))
    seatTimers.delete(id)
  }

  return {
    mayOpen: (playerId) => (pending.get(playerId) ?? 0) < maxPerPlayer,
    open(playerId, opening) {
      pending.set(playerId, (pending.get(playerId) ?? 0) + 1)
      return openings.run(playerId, opening).finally(() => {
        const left = (pending.get(playerId) ?? 1) - 1
        if (left > 0) pending.set(playerId, left)
        else pending.delete(playerId)
      })
    },
    makeRoom(playerId) {
      const ofPlayer = () => [...sessions].filter(([, session]) => session.playerId === playerId)
      for (const [id] of ofPlayer()) if (seatTimers.has(id)) engine.close(id)
      const own = ofPlayer()
      for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - maxPerPlayer))) engine.close(oldest)
    },
    add(id, owner, isHeld) {
      const session = { ...owner, etag: newEtag() }
      sessions.set(id, session)
      unfollow.set(
        id,
        followLogin(owner.loginId, () => engine.close(id)),
      )
      if (isHeld)
        seatTimers.set(
          id,
          setTimeout(() => engine.close(id), SEAT_TIMEOUT_MS),
        )
      return session
    },
    find(id, machineId, playerId) {
      const session = sessions.get(id)
      return session?.machineId === machineId && session.playerId === playerId ? session : undefined
    },
    remove(id) {
      sessions.delete(id)
      unfollow.get(id)?.()
      unfollow.delete(id)
      stopSeatTimer(id)
    },
    seat(machineId, ownerId) {
      for (const [id, session] of sessions) {
        if (session.machineId !== machineId) continue
        if (session.playerId !== ownerId) engine.close(id)
        else if (seatTimers.has(id)) {
          stopSeatTimer(id)
          engine.release(id)
        }
      }
    },
    endLogin(loginId) {
      for (const [id, session] of sessions) if (session.loginId === loginId) engine.close(id)
    },
  }
}
