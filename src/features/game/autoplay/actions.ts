import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Failure } from '../../../contract/result.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { autoplayLeft, blockedBy, game, hasButton, setAutoplay, stake } from '../play/state.ts'
import { visitTotals } from '../play-record/state.ts'
import { limits } from '../player-protection/state.ts'
import { type EndReason, runAutoplay } from './run.ts'
import { beginRun, dismissResult, plan, setRunResult, setSheetOpen } from './state.ts'

/** The machine announces autoplay, and neither the operator nor the jurisdiction forbids it. */
export const autoplayAllowed: ReadonlySignal<boolean> = computed(
  () => limits.value.autoplay && hasButton('autoplay'),
)

let stop: (() => void) | undefined

/** Stops autoplay without a message. */
export function stopAutoplay(): void {
  stop?.()
  stop = undefined
}

/** The result of the run is shown by EndCard.tsx; a message alone announces it. */
function reportEnd(why: EndReason, failure?: Failure): void {
  stop = undefined
  if (failure) toast(failureText(failure), { kind: 'danger', id: 'spin' })
  const end = why === 'window' && blockedBy.peek() ? 'question' : why
  const message = t(`autoplay.end.${end}`, { amount: money(game.peek()?.win ?? 0) })
  toast(message, { id: 'autoplay', unseen: true })
  setRunResult(message)
}

/** Starts the chosen plan at the current stake. */
export function startAutoplay(): void {
  const amount = stake.peek()
  setSheetOpen(false)
  stopAutoplay()
  dismissResult()
  if (!autoplayAllowed.peek() || amount === undefined) return
  const { count, loss, win, bonus } = plan.peek()
  if (count === Number.POSITIVE_INFINITY && !limits.peek().endless) return
  beginRun(visitTotals.peek())
  stop = runAutoplay(
    { count, loss: loss ? loss * amount : undefined, win: win ? win * amount : undefined, bonus },
    reportEnd,
  )
}

/** Stops autoplay, or opens its sheet. */
export function toggleAutoplay(): void {
  if (autoplayLeft.peek() !== undefined) setAutoplay(undefined)
  else if (autoplayAllowed.peek() && !blockedBy.peek()) setSheetOpen(true)
}
