import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Failure } from '../../../contract/result.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { limits } from '../player-protection/watch.ts'
import { autoplayLeft, blockedBy, game, hasButton, setAutoplay, stake } from '../state.ts'
import { type EndReason, runAutoplay } from './run.ts'
import { plan, setSheetOpen } from './state.ts'

/** May this machine spin by itself? It says that it can, and nobody who may forbid it does. */
export const autoplayAllowed: ReadonlySignal<boolean> = computed(
  () => limits.value.autoplay && hasButton('autoplay'),
)

let stop: (() => void) | undefined

/** Ends a run without a word. */
export function stopAutoplay(): void {
  stop?.()
  stop = undefined
}

function reportEnd(why: EndReason, failure?: Failure): void {
  stop = undefined
  // What the machine refuses is told in its words.
  if (failure) toast(failureText(failure), { kind: 'danger', id: 'spin' })
  const message = t(`autoplay.end.${why}`, { amount: money(game.peek()?.win ?? 0) })
  toast(message, { kind: why === 'win' || why === 'bonus' ? 'good' : 'info', id: 'autoplay', ms: 6000 })
}

/** Starts what was chosen, at the stake of now. */
export function startAutoplay(): void {
  const amount = stake.peek()
  setSheetOpen(false)
  stopAutoplay()
  if (!autoplayAllowed.peek() || amount === undefined) return
  const { count, loss, win, bonus } = plan.peek()
  if (count === Number.POSITIVE_INFINITY && !limits.peek().endless) return
  stop = runAutoplay(
    { count, loss: loss ? loss * amount : undefined, win: win ? win * amount : undefined, bonus },
    reportEnd,
  )
}

/** The autoplay button, or a key for it: ends a run, or asks for the next. */
export function toggleAutoplay(): void {
  if (autoplayLeft.peek() !== undefined) setAutoplay(undefined)
  else if (autoplayAllowed.peek() && !blockedBy.peek()) setSheetOpen(true)
}
