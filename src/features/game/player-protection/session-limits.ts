import { addTime, type SessionTotals, type Tick } from '../play-record/session-totals.ts'
import type { Protection } from './jurisdiction.ts'

/*
 * Where the totals of a session stand against its limits. Each limit opens a prompt, which blocks play:
 *
 *   played ── realityCheck ──▶ check    until the break (`pause`) is over and the player confirms
 *   played ── sessionLimit ──▶ session  until the login ends
 *   net ───── lossLimit ─────▶ loss     until the login ends; not while free spins are left
 */

/** The session limit is announced this long before it ends. */
const WARNING_MS = 5 * 60_000
const REMINDERS_MS = [60, 30, 15].map((minutes) => minutes * 60_000)

/** An open prompt. */
export interface LimitPrompt {
  readonly why: 'loss' | 'session' | 'check'
  /** ms left of the mandatory break. */
  readonly pauseLeft: number
}

/** `minStake`: the lowest stake of this machine, cents. */
export function promptOf(
  { played, net, answered, pausedUntil, at }: SessionTotals,
  { lossLimit, sessionLimit, realityCheck, pause }: Protection,
  minStake = 0,
  freeSpins = 0,
): LimitPrompt | undefined {
  const pauseLeft = Math.min(Math.max(0, pausedUntil - at), pause)
  // Free spins cost nothing, so they are played beyond the loss limit.
  if (lossLimit > 0 && lossLimit + net < Math.max(minStake, 1))
    return freeSpins > 0 ? undefined : { why: 'loss', pauseLeft }
  if (sessionLimit > 0 && played >= sessionLimit) return { why: 'session', pauseLeft }
  return realityCheck > 0 && played - answered >= realityCheck ? { why: 'check', pauseLeft } : undefined
}

/** The highest stake of the next spin, cents: within what may still be lost. */
export function stakeCapOf({ net }: SessionTotals, { lossLimit, maxStake }: Protection): number {
  return lossLimit > 0 ? Math.min(maxStake, Math.max(lossLimit + net, 0)) : maxStake
}

/** Adds the time from `last` until `now`, begins the break of a check that is due, and sets `warned`. */
export function countTime(totals: SessionTotals, limits: Protection, last: Tick, now: Tick): SessionTotals {
  const next = addTime(totals, last, now)
  const { pause, sessionLimit } = limits
  const isBreakDue = pause > 0 && next.pausedUntil === 0 && promptOf(next, limits)?.why === 'check'
  const left = sessionLimit - next.played
  return {
    ...next,
    // A clock that was set back before this page was loaded must not prolong a break.
    pausedUntil: isBreakDue ? now.at + pause : Math.min(next.pausedUntil, now.at + pause),
    warned: next.warned || (left > 0 && left <= WARNING_MS && sessionLimit > WARNING_MS),
  }
}

/** The player confirmed the reality check; before the end of its break that has no effect. */
export function confirmCheck(totals: SessionTotals, prompt: LimitPrompt | undefined): SessionTotals {
  if (prompt?.why !== 'check' || prompt.pauseLeft > 0) return totals
  return { ...totals, answered: totals.played, pausedUntil: 0 }
}

/**
 * Reality check intervals, ms of play: the `required` one, 0 if none; the player's `choices`, longest first,
 * where 0 adds none; and the player's own, 0 if none.
 */
export interface Reminder {
  readonly required: number
  readonly choices: readonly number[]
  readonly chosen: number
}

/** `remind`: what the player has chosen, perhaps under other rules. */
export function reminderOf({ realityCheck: required, pause }: Protection, remind: number): Reminder {
  const shorter = REMINDERS_MS.filter((ms) => required === 0 || ms < required)
  // With mandatory breaks the player may not add more of them.
  const choices = pause > 0 ? [] : [0, ...shorter]
  return { required, choices, chosen: choices.includes(remind) ? remind : 0 }
}

/** Sets the player's own reality check interval. Its time begins now. */
export function remindEvery(totals: SessionTotals, { required, choices }: Reminder, ms: number) {
  if (!choices.includes(ms)) return totals
  // A change must not postpone a required check.
  return { ...totals, remind: ms, answered: required > 0 ? totals.answered : totals.played }
}
