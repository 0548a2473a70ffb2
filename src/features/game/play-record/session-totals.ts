import * as v from 'valibot'
import { currentToken } from '../../../core/session/state.ts'
import { sessionArea, storedPlayer, storedToken } from '../../../core/session/stored-token.ts'
import { read, write } from '../../../core/storage/storage.ts'
import type { SpinStep } from './read-spin.ts'

/** It goes with the session (session/wipe.ts), and is where that session's token is: all its tabs have the same. */
const KEY = 'reelcast.play'
const Amount = v.pipe(v.number(), v.finite())

/** What a session has played so far, on all machines. Times in ms, amounts in cents. */
const SessionTotals = v.object({
  /** Whose it is, as the session says it (session/stored-token.ts). */
  player: v.string(),
  /** Time spent at machines, by the wall clock; and when it was last counted, ms since 1970. */
  played: v.pipe(Amount, v.minValue(0)),
  at: Amount,
  /** What was won less what was staked. */
  net: Amount,
  /** `played` when the last reality check was answered; and until when the next keeps play waiting, if it does. */
  answered: Amount,
  pausedUntil: Amount,
  /** How often the player wants to be reminded, ms of play; 0: not more often than is asked for anyway. */
  remind: v.optional(v.pipe(Amount, v.minValue(0)), 0),
  /** The end of the session has been announced. */
  warned: v.boolean(),
  /** When the last spin started, ms since 1970. */
  spun: Amount,
  /** The last spin that was seen. */
  spin: v.nullish(
    v.object({
      machine: v.string(),
      id: v.string(),
      open: v.boolean(),
      free: v.optional(v.boolean(), false),
      foreign: v.optional(v.boolean(), false),
    }),
  ),
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
}

/** What this session has played, as it was last kept. */
export function storedTotals(): SessionTotals {
  const fresh = { ...NO_TOTALS, player: storedPlayer() ?? '' }
  try {
    const stored = v.parse(SessionTotals, JSON.parse(read(sessionArea(), KEY) ?? ''))
    return stored.player === fresh.player ? stored : fresh
  } catch {
    return fresh
  }
}

/** Keeps it with the session; of one that has ended nothing may come back into what was wiped. */
export function storeTotals(totals: SessionTotals): void {
  if (currentToken() !== undefined && storedToken() !== undefined)
    write(sessionArea(), KEY, JSON.stringify(totals))
}

/** Time goes on at a machine: from `since` (ms since 1970), when this page last looked, until `now`. */
export function addTime(totals: SessionTotals, since: number, now: number): SessionTotals {
  // Another page of the same session may have counted meanwhile; a clock that is set back counts nothing.
  const ms = Math.max(0, now - Math.max(since, Math.min(totals.at, now)))
  return { ...totals, played: totals.played + ms, at: now }
}

/** Adds a machine's next state. A spin that began before the session saw the machine counts for nothing. */
export function addToSession(totals: SessionTotals, { mark, stake, ended }: SpinStep): SessionTotals {
  const { spin } = totals
  const isSame = spin?.machine === mark.machine && spin.id === mark.id && spin.open === mark.open
  if (isSame && !ended) return totals
  const won = ended && !mark.foreign ? ended.win : 0
  return { ...totals, net: totals.net - stake + won, spin: mark }
}

/** The machine is free for another player: nothing of theirs may count. */
export function leaveMachine(totals: SessionTotals): SessionTotals {
  return { ...totals, spin: null }
}
