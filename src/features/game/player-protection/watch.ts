import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { duration } from '../../../i18n/dates.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { startCooldown } from '../play/actions.ts'
import {
  blockPlay,
  freeSpins,
  game,
  minStake,
  ownCreditOf,
  pending,
  setSpinCycle,
  setStakeCap,
  spinning,
} from '../play/state.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { addTime, leaveMachine, storedTotals, type Tick } from '../play-record/session-totals.ts'
import { sessionTotals, setSessionTotals } from '../play-record/state.ts'
import {
  type LimitPrompt,
  limitPromptOf,
  type Protection,
  protectionOf,
  stakeCapOf,
  withReminder,
} from './jurisdiction.ts'

/** The session limit is announced this long before it ends. */
const WARNING_MS = 5 * 60_000
const TICK_MS = 1000
const REMINDERS = [60, 30, 15].map((minutes) => minutes * 60_000)
const timeSignal = signal(0)

/** Required by the operator and the jurisdiction. */
const requiredProtection = computed(() => protectionOf(playSettings.value))
/** The required reality check interval, ms of play; 0: none. */
export const requiredReminder: ReadonlySignal<number> = computed(() => requiredProtection.value.realityCheck)
/** Reality check intervals to choose from, ms of play, longest first; 0 adds none to the required one. */
export const reminders: ReadonlySignal<readonly number[]> = computed(() => {
  const { realityCheck, pause } = requiredProtection.value
  // With mandatory breaks the player may not add more of them.
  if (pause > 0) return []
  return [0, ...REMINDERS.filter((ms) => realityCheck === 0 || ms < realityCheck)]
})
/** The player's own reality check interval, ms of play; 0: none. */
export const reminder: ReadonlySignal<number> = computed(() => {
  const { remind } = sessionTotals.value
  return reminders.value.includes(remind) ? remind : 0
})
/** The limits in force. */
export const limits: ReadonlySignal<Protection> = computed(() =>
  withReminder(requiredProtection.value, reminder.value),
)
/** The time of day, ms since 1970, to the second. */
export const timeOfDay: ReadonlySignal<number> = timeSignal
/** Free spins cost nothing, so they are played beyond the loss limit. */
const openPrompt = computed(() => {
  const next = limitPromptOf(sessionTotals.value, limits.value, minStake.value)
  return next === 'loss' && freeSpins.value > 0 ? undefined : next
})
/** The prompt to show; not while the reels spin, which it would cover. */
export const limitPrompt: ReadonlySignal<LimitPrompt | undefined> = computed(() =>
  spinning.value || pending.value === 'spin' ? undefined : openPrompt.value,
)
/** ms left of the mandatory break. */
export const pauseLeft: ReadonlySignal<number> = computed(() =>
  Math.min(Math.max(0, sessionTotals.value.pausedUntil - timeSignal.value), limits.value.pause),
)

/** The player confirmed the reality check. */
export function continuePlay(): void {
  if (openPrompt.peek() !== 'check' || pauseLeft.peek() > 0) return
  setSessionTotals({ ...sessionTotals.peek(), answered: sessionTotals.peek().played, pausedUntil: 0 })
}

/** Sets the player's own reality check interval, ms of play. */
export function setReminder(ms: number): void {
  if (!reminders.peek().includes(ms)) return
  const { played: now, answered } = sessionTotals.peek()
  // A change must not postpone a required check.
  setSessionTotals({
    ...sessionTotals.peek(),
    remind: ms,
    answered: requiredProtection.peek().realityCheck > 0 ? answered : now,
  })
}

const tickNow = (): Tick => ({ at: Date.now(), page: performance.now() })

/** Counts the time since `last`, and returns the moment until which it is counted. */
function tick(last: Tick): Tick {
  const moment = tickNow()
  const now = moment.at
  let next = addTime(storedTotals(), last, moment)
  const { sessionLimit, pause } = limits.peek()
  // A clock that was set back before this page was loaded must not prolong a break.
  if (next.pausedUntil > now + pause) next = { ...next, pausedUntil: now + pause }
  if (pause > 0 && next.pausedUntil === 0 && limitPromptOf(next, limits.peek()) === 'check')
    next = { ...next, pausedUntil: now + pause }
  const left = sessionLimit - next.played
  if (!next.warned && left > 0 && left <= WARNING_MS && sessionLimit > WARNING_MS) {
    next = { ...next, warned: true }
    toast(t('player-protection.warning', { time: duration(left, true) }), { id: 'limits', ms: 10_000 })
  }
  batch(() => {
    timeSignal.value = now
    setSessionTotals(next)
  })
  return moment
}

/**
 * Counts the time and money played at a machine, and blocks play at a limit or an open prompt, until
 * disposed.
 */
export function startProtection(): Dispose {
  let lastTick = tick(tickNow())
  const { cycle } = limits.peek()
  setSpinCycle(cycle)
  // A reload must not shorten the cycle.
  const left = sessionTotals.peek().spun + cycle - lastTick.at
  if (left > 0 && left <= cycle) startCooldown(left)
  const timer = setInterval(() => {
    lastTick = tick(lastTick)
  }, TICK_MS)
  const stops = [
    startPlayRecord(),
    effect(() => {
      if (pending.value === 'spin')
        untracked(() => setSessionTotals({ ...sessionTotals.peek(), spun: Date.now() }))
    }),
    effect(() => setStakeCap(stakeCapOf(sessionTotals.value, limits.value))),
    effect(() => blockPlay(openPrompt.value !== undefined)),
  ]
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    tick(lastTick)
    // During a spin the machine stays the player's, with its win.
    const isSpinUnderWay = spinning.peek() || pending.peek() === 'spin'
    const state = game.peek()
    if (state && ownCreditOf(state) === 0 && freeSpins.peek() === 0 && !isSpinUnderWay)
      setSessionTotals(leaveMachine(sessionTotals.peek()))
    blockPlay(false)
  }
}
