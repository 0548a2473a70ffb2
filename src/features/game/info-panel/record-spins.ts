import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { GameState } from '../../../contract/live.ts'
import { game, machine, takeHeard } from '../state.ts'
import { forgetMachine, openSide, spinEnded } from './state.ts'
import { beginMoney, countMoney, type VisitMoney } from './visit-totals.ts'

const money = signal<VisitMoney | undefined>()
const since = signal(0)

/** What this visit to the machine has moved; undefined before the machine has told of itself. */
export const visitMoney: ReadonlySignal<VisitMoney | undefined> = money
/** Since when the machine is played, ms since 1970. */
export const visitSince: ReadonlySignal<number> = since

function take(state: GameState, now: number): void {
  const before = money.peek()
  if (!before) {
    since.value = now
    money.value = beginMoney(state)
    return
  }
  const after = countMoney(before, state)
  money.value = after
  if (!after.ended) return
  spinEnded({ ...after.ended, time: new Date(now).toISOString() })
}

/** Follows the visit that is open: its money, and each spin as it ends. The answer ends it. */
export function followVisit(clock = Date.now): () => void {
  let followed: string | undefined
  const forget = () =>
    batch(() => {
      followed = undefined
      money.value = undefined
      forgetMachine()
    })
  const stop = effect(() => {
    const id = machine.value?.id
    const now = game.value
    untracked(() => {
      if (id !== followed) {
        forget()
        followed = id
      }
      if (!id || !now) return
      // Also what was told before this was there to listen.
      for (const state of takeHeard()) take(state, clock())
    })
  })
  return () => {
    stop()
    forget()
    openSide(false)
  }
}
