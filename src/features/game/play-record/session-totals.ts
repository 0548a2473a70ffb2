import * as v from 'valibot'
import { currentToken } from '../../../core/session/state.ts'
import { sessionArea, storedPlayer, storedToken } from '../../../core/session/stored-token.ts'
import { read, write } from '../../../core/storage/storage.ts'
import type { SpinStep } from './read-spin.ts'
import { VisitTotals } from './visit-totals.ts'

/**
 * Wiped with the session (session/wipe.ts). In the same storage as its token, so that all its tabs share it.
 */
const KEY = 'reelcast.play'
const Amount = v.pipe(v.number(), v.finite())

/** The totals of a session over all machines. Times in ms, amounts in cents. */
const SessionTotals = v.object({
  /** The player, as stored with the token (session/stored-token.ts). */
  player: v.string(),
  /** Wall clock time spent at machines; `at`: when it was last counted, ms since 1970. */
  played: v.pipe(Amount, v.minValue(0)),
  at: Amount,
  /** Won minus staked. */
  net: Amount,
  /**
   * `played` at the last confirmed reality check; and the end of the current mandatory break, ms since 1970.
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
  const fresh = { ...NO_TOTALS, player: storedPlayer() ?? '' }
  try {
    const stored = v.parse(SessionTotals, JSON.parse(read(sessionArea(), KEY) ?? ''))
    return stored.player === fresh.player ? stored : fresh
  } catch {
    return fresh
  }
}

/** Stores the totals; never after the session's storage was wiped. */
export function storeTotals(totals: SessionTotals): void {
  if (currentToken() !== undefined && storedToken() !== undefined)
    write(sessionArea(), KEY, JSON.stringify(totals))
}

/** Adds the time from `since`, this page's last tick, until `now` (ms since 1970). */
export function addTime(totals: SessionTotals, since: number, now: number): SessionTotals {
  // Another tab may have counted since; a clock that was set back adds nothing.
  const ms = Math.max(0, now - Math.max(since, Math.min(totals.at, now)))
  return { ...totals, played: totals.played + ms, at: now }
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
