import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { playSettings } from '../../../core/settings/play.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { startCooldown } from '../actions.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { addTime, leaveMachine, storedTotals } from '../play-record/session-totals.ts'
import { sessionTotals, setSessionTotals } from '../play-record/state.ts'
import {
  blockPlay,
  credit,
  freeSpins,
  minStake,
  pending,
  setSpinCycle,
  setStakeCap,
  spinning,
} from '../state.ts'
import { formatDuration } from './format-duration.ts'
import {
  type LimitPrompt,
  limitPromptOf,
  type Protection,
  protectionOf,
  stakeCapOf,
  withReminder,
} from './jurisdiction.ts'

/** The end of the session limit is announced so long before, ms. */
const WARNING_MS = 5 * 60_000
const TICK_MS = 1000
const REMINDERS = [60, 30, 15].map((minutes) => minutes * 60_000)
const timeSignal = signal(0)

/** What the operator and the law ask for. */
const requiredProtection = computed(() => protectionOf(playSettings.value))
/** ms of play between two reality checks that have to be answered in any case; 0: none. */
export const requiredReminder: ReadonlySignal<number> = computed(() => requiredProtection.value.realityCheck)
/** ms of play between two reminders that the player may choose from, the widest first: 0 is what is asked for anyway. */
export const reminders: ReadonlySignal<readonly number[]> = computed(() => {
  const { realityCheck, pause } = requiredProtection.value
  // Where each check is a break of minutes, nobody is given more of them.
  if (pause > 0) return []
  return [0, ...REMINDERS.filter((ms) => realityCheck === 0 || ms < realityCheck)]
})
/** How often the player wants to be reminded, ms of play; 0: no more often than it is asked for. */
export const reminder: ReadonlySignal<number> = computed(() => {
  const { remind } = sessionTotals.value
  return reminders.value.includes(remind) ? remind : 0
})
/** What protects the player here. */
export const limits: ReadonlySignal<Protection> = computed(() =>
  withReminder(requiredProtection.value, reminder.value),
)
/** The time of day, ms since 1970, to the second. */
export const timeOfDay: ReadonlySignal<number> = timeSignal
/** Free spins cost nothing: who has lost what may be lost still plays them. */
const openPrompt = computed(() => {
  const next = limitPromptOf(sessionTotals.value, limits.value, minStake.value)
  return next === 'loss' && freeSpins.value > 0 ? undefined : next
})
/** What the player is to be asked now: not while reels turn, for they are to be seen. */
export const limitPrompt: ReadonlySignal<LimitPrompt | undefined> = computed(() =>
  spinning.value || pending.value === 'spin' ? undefined : openPrompt.value,
)
/** ms that the break goes on, whatever is answered. */
export const pauseLeft: ReadonlySignal<number> = computed(() =>
  Math.min(Math.max(0, sessionTotals.value.pausedUntil - timeSignal.value), limits.value.pause),
)

/** The player has read it and wants to go on. */
export function continuePlay(): void {
  if (openPrompt.peek() !== 'check' || pauseLeft.peek() > 0) return
  setSessionTotals({ ...sessionTotals.peek(), answered: sessionTotals.peek().played, pausedUntil: 0 })
}

/** The player wants to be reminded so often, from now on. */
export function setReminder(ms: number): void {
  if (!reminders.peek().includes(ms)) return
  const { played: now, answered } = sessionTotals.peek()
  // What has to be answered in any case is not put off by it.
  setSessionTotals({
    ...sessionTotals.peek(),
    remind: ms,
    answered: requiredProtection.peek().realityCheck > 0 ? answered : now,
  })
}

function tick(since: number): number {
  const now = Date.now()
  let next = addTime(storedTotals(), since, now)
  const { sessionLimit, pause } = limits.peek()
  // A clock that was set back makes no break longer.
  if (next.pausedUntil > now + pause) next = { ...next, pausedUntil: now + pause }
  if (pause > 0 && next.pausedUntil === 0 && limitPromptOf(next, limits.peek()) === 'check')
    next = { ...next, pausedUntil: now + pause }
  const left = sessionLimit - next.played
  if (!next.warned && left > 0 && left <= WARNING_MS && sessionLimit > WARNING_MS) {
    next = { ...next, warned: true }
    toast(t('limits.warning', { time: formatDuration(left) }), { id: 'limits', ms: 10_000 })
  }
  batch(() => {
    timeSignal.value = now
    setSessionTotals(next)
  })
  return now
}

/**
 * Counts what is played at a machine, and holds play where a limit is met or a question stands; until it is stopped,
 * when the machine is left.
 */
export function startProtection(): () => void {
  let lastTick = Date.now()
  lastTick = tick(lastTick)
  const { cycle } = limits.peek()
  setSpinCycle(cycle)
  // A page that was loaded anew does not spin sooner for it.
  const left = sessionTotals.peek().spun + cycle - lastTick
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
    // While reels turn for this player the seat is theirs, and what it pays.
    const isSpinUnderWay = spinning.peek() || pending.peek() === 'spin'
    if (credit.peek() === 0 && freeSpins.peek() === 0 && !isSpinUnderWay)
      setSessionTotals(leaveMachine(sessionTotals.peek()))
    blockPlay(false)
  }
}
