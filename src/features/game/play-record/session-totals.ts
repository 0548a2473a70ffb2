import * as v from 'valibot'
import { isOwner, ownerOf, readShared, writeShared } from '../../../core/session/login-storage.ts'
import { currentToken } from '../../../core/session/state.ts'
import { storedPlayer, storedToken } from '../../../core/session/stored-token.ts'
import type { SpinStep } from './read-spin.ts'
import { VisitTotals } from './visit-totals.ts'

/** Wiped with the session (session/wipe.ts); all its tabs share it. */
const KEY = 'reelcast.play'
const Amount = v.pipe(v.number(), v.finite())

/** The totals of a session over all machines. Times in ms, amounts in cents. */
const SessionTotals = v.object({
  /** The player, as stored with the token (session/stored-token.ts); stored as its `ownerOf`. */
  player: v.string(),
  /** Time spent at machines; `at`: when it was last counted, ms since 1970. */
  played: v.pipe(Amount, v.minValue(0)),
  at: Amount,
  /** Won minus staked. */
  net: Amount,
  /**
   * `played` at the last confirmed reality check; and the end of the current mandatory break, ms since 1970
   * by the device's clock as it is set now (`addTime`).
   */
  answered: Amount,
  pausedUntil: Amount,
  /** The player's own reality check interval, ms of play; 0: none. */
  remind: v.optional(v.pipe(Amount, v.minValue(0)), 0),
  /** The session limit has been announced. */
  warned: v.boolean(),
  /** When the last spin started, ms since 1970. */
  spun: Amount,
  spin: v.nullish(
    v.object({
      machine: v.string(),
      id: v.string(),
      open: v.boolean(),
      free: v.optional(v.boolean(), false),
      foreign: v.optional(v.boolean(), false),
      previous: v.optional(v.string()),
    }),
  ),
  /**
   * The visit to the machine of `spin`, which a page that is loaded again goes on with; `since` in ms since
   * 1970.
   */
  visit: v.nullish(v.object({ since: Amount, totals: VisitTotals })),
})
export type SessionTotals = v.InferOutput<typeof SessionTotals>

export const NO_TOTALS: SessionTotals = {
  player: '',
  played: 0,
  at: 0,
  net: 0,
  answered: 0,
  pausedUntil: 0,
  remind: 0,
  warned: false,
  spun: 0,
  spin: null,
  visit: null,
}

/** The stored totals, or new ones for another player or invalid data. */
export function storedTotals(): SessionTotals {
  const player = storedPlayer() ?? ''
  const fresh = { ...NO_TOTALS, player }
  try {
    const stored = v.parse(SessionTotals, JSON.parse(readShared(KEY) ?? ''))
    return isOwner(stored.player, player) ? { ...stored, player } : fresh
  } catch {
    return fresh
  }
}

/** Stores the totals; never after the session's storage was wiped. */
export function storeTotals(totals: SessionTotals): void {
  if (currentToken() !== undefined && storedToken() !== undefined)
    writeShared(KEY, JSON.stringify({ ...totals, player: ownerOf(totals.player) }))
}

/** A moment by the device's clock, ms since 1970, and by the page's, ms of performance.now(). */
export interface Tick {
  readonly at: number
  readonly page: number
}

/**
 * Adds the time from `last`, this page's last tick, until `now`. It is the page's: the device's clock can be
 * set, and then only moves the end of a break, which stays as far away. The page's clock may stand still
 * while the device sleeps. Such a sleep is no playing time, and a break lasts longer by it, which is the safe
 * side. Across page loads the device's clock counts, as there is no other.
 */
export function addTime(totals: SessionTotals, last: Tick, now: Tick): SessionTotals {
  const { played, pausedUntil } = totals
  const elapsed = now.page - last.page
  // Another page, or an earlier load of this one, has counted since.
  if (totals.at !== last.at) {
    const since = Math.min(Math.max(now.at - totals.at, 0), elapsed)
    return { ...totals, played: played + since, at: now.at }
  }
  const setBy = now.at - last.at - elapsed
  return {
    ...totals,
    played: played + elapsed,
    at: now.at,
    pausedUntil: pausedUntil > 0 ? pausedUntil + setBy : 0,
  }
}

/** Adds a machine's next state. */
export function addToSession(totals: SessionTotals, { mark, stake, won, ended }: SpinStep): SessionTotals {
  const { spin } = totals
  const isSame = spin?.machine === mark.machine && spin.id === mark.id && spin.open === mark.open
  if (isSame && !ended) return totals
  return { ...totals, net: totals.net - stake + won, spin: mark }
}

/** Another player may use the machine now: its spins must not count, and the next visit is a new one. */
export function leaveMachine(totals: SessionTotals): SessionTotals {
  return { ...totals, spin: null, visit: null }
}
