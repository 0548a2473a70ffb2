import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { queuedNotices } from '../../../core/notices/queue.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { exit, isStateless, link, pending, spinning } from '../play/state.ts'
import { picture } from '../video/state.ts'

/** The controls that the tour explains, by their `data-at`, in its order. */
export const TOUR_STEPS = ['transfer', 'play', 'sign'] as const
export type TourStep = (typeof TOUR_STEPS)[number]

/** Whether the tour was shown on this device; a kiosk's reset removes it. */
const KEY = 'reelcast.tour'

const stepSignal = signal<TourStep | undefined>()

const isTurning = computed(() => pending.value === 'spin' || spinning.value)

/**
 * The step that is shown; undefined while the tour is closed. A tour that the player starts while the reels
 * turn waits until they stand.
 */
export const tourStep: ReadonlySignal<TourStep | undefined> = computed(() =>
  isTurning.value ? undefined : stepSignal.value,
)

const controlOf = (step: TourStep) => document.querySelector<HTMLElement>(`[data-at="${step}"]`)

/** The steps whose control this machine has. */
const steps = () => TOUR_STEPS.filter((step) => controlOf(step))

/** The place of the shown step among those of this machine: the first is 1. */
export function tourProgress(): { at: number; of: number } {
  const all = steps()
  return { at: tourStep.value ? all.indexOf(tourStep.value) + 1 : 0, of: all.length }
}

/** Shows the tour from its first step. It does not open by itself on this device any more. */
export function startTour(): void {
  write('local', KEY, '1')
  stepSignal.value = steps()[0]
}

export function endTour(): void {
  stepSignal.value = undefined
}

/** Shows the next step; closes the tour after the last one. */
export function nextTourStep(): void {
  const all = steps()
  const current = stepSignal.peek()
  stepSignal.value = current && all[all.indexOf(current) + 1]
}

/** Marks the control of the shown step, for its style. */
function markControl(): Dispose {
  return effect(() => {
    const control = tourStep.value && controlOf(tourStep.value)
    if (!control) return undefined
    control.dataset.tour = ''
    return () => {
      delete control.dataset.tour
    }
  })
}

/**
 * Opens the tour once on each device, when a game can be played and nothing else asks for the player. It
 * closes with the first spin, because turning reels are never covered.
 */
export function offerTour(): Dispose {
  const stopMarking = markControl()
  const stopOffering = effect(() => {
    const canBePlayed = link.value === 'up' && picture.value === 'live' && !isStateless.value
    if (!canBePlayed || pending.value || isTurning.value || queuedNotices.value.length > 0) return
    if (!read('local', KEY)) untracked(startTour)
  })
  const stopAtSpin = effect(() => {
    if (isTurning.value || exit.value) endTour()
  })
  return () => {
    stopOffering()
    stopAtSpin()
    endTour()
    stopMarking()
  }
}
