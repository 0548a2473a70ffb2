import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { duration } from '../../../i18n/dates.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { startCooldown } from '../play/actions.ts'
import { blockPlay, freeSpins, game, ownCreditOf, pending, setSpinCycle, setStakeCap } from '../play/state.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { leaveMachine, storedTotals, type Tick } from '../play-record/session-totals.ts'
import { sessionTotals, setSessionTotals } from '../play-record/state.ts'
import { countTime, stakeCapOf } from './session-limits.ts'
import { isSpinUnderWay, limits, openPrompt } from './state.ts'

const TICK_MS = 1000

const tickNow = (): Tick => ({ at: Date.now(), page: performance.now() })

/** Counts the time since `last`, and returns the moment until which it is counted. */
function tick(last: Tick): Tick {
  const now = tickNow()
  const before = storedTotals()
  const next = countTime(before, limits.peek(), last, now)
  if (next.warned && !before.warned) {
    const time = duration(limits.peek().sessionLimit - next.played, true)
    toast(t('player-protection.warning', { time }), { id: 'limits', ms: 10_000 })
  }
  setSessionTotals(next)
  return now
}

/** Counts time and money played at a machine, and blocks play while a prompt is open, until disposed. */
export function startProtection(): Dispose {
  let lastTick = tick(tickNow())
  const timer = setInterval(() => {
    lastTick = tick(lastTick)
  }, TICK_MS)
  const { cycle } = limits.peek()
  setSpinCycle(cycle)
  // A reload must not shorten the cycle.
  const left = sessionTotals.peek().spun + cycle - lastTick.at
  if (left > 0 && left <= cycle) startCooldown(left)
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
    const state = game.peek()
    if (state && ownCreditOf(state) === 0 && freeSpins.peek() === 0 && !isSpinUnderWay.peek())
      setSessionTotals(leaveMachine(sessionTotals.peek()))
    blockPlay(false)
  }
}
