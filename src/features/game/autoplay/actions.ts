import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-react'
import type { Dispose, Failure } from '../../../contract/result.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import {
  autoplayLeft,
  blockedBy,
  freeSpins,
  game,
  hasButton,
  pending,
  setAutoplay,
  spinning,
  stake,
  videoBlock,
} from '../play/state.ts'
import { visitTotals } from '../play-record/state.ts'
import { limits } from '../player-protection/state.ts'
import { type EndReason, runAutoplay } from './run.ts'
import { beginRun, dismissResult, plan, runResult, setRunResult, setSheetOpen } from './state.ts'

/** The machine announces autoplay, and neither the operator nor the jurisdiction forbids it. */
export const autoplayAllowed: ReadonlySignal<boolean> = computed(
  () => limits.value.autoplay && hasButton('autoplay'),
)

/** Whether a run can start: nothing blocks play, and the picture can be trusted. */
export const canStartRun = computed(() => !blockedBy.value && !videoBlock.value)

let stop: (() => void) | undefined

/** Stops autoplay without a message. */
export function stopAutoplay(): void {
  stop?.()
  stop = undefined
}

/** EndCard.tsx shows and announces the result of the run. */
function reportEnd(why: EndReason, failure?: Failure): void {
  stop = undefined
  if (failure) toast(failureText(failure), { kind: 'danger', id: 'spin' })
  const end = why === 'window' && blockedBy.peek() ? 'question' : why
  const message = t(`autoplay.end.${end}`, { amount: money(game.peek()?.win ?? 0) })
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

/** Plays the free spins that are left, one after the other. They cost nothing, and a tap stops them. */
export const freeSpinsRun = {
  start(): void {
    if (freeSpins.peek() === 0 || autoplayLeft.peek() !== undefined) return
    stop = runAutoplay({ count: 0, bonus: false }, (_, failure) => {
      stop = undefined
      if (failure) toast(failureText(failure), { kind: 'danger', id: 'spin' })
    })
  },
  isManual: () => runResult.peek() !== undefined,
}

/** A free spin that the player starts is followed by the others that are left, once it runs. */
export function startFollowingFreeSpins(): Dispose {
  let isPlayers = false
  return effect(() => {
    if (pending.value === 'spin') isPlayers = autoplayLeft.peek() === undefined
    else if (isPlayers) {
      isPlayers = false
      if (spinning.peek()) untracked(freeSpinsRun.start)
    }
  })
}

/** Stops autoplay, or opens its sheet. */
export function toggleAutoplay(): void {
  if (autoplayLeft.peek() !== undefined) setAutoplay(undefined)
  else if (autoplayAllowed.peek() && canStartRun.peek()) setSheetOpen(true)
}
