import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { freeSpinsPlayed, game } from '../play/state.ts'
import { endTour } from '../tour/state.ts'
import { type Celebration, celebrationOf } from './grade.ts'

/** A celebration on the screen, and when it ends by itself, ms; undefined: by the player alone. */
export type ShownCelebration = Celebration & { endsAfter?: number | undefined }

const shownSignal = signal<ShownCelebration | undefined>()
const endedSpinSignal = signal('')
const announcementSignal = signal({ message: '', since: 0 })

export const celebration: ReadonlySignal<ShownCelebration | undefined> = shownSignal
/** What is announced to screen readers next, and since when it waits, ms of `performance.now()`. */
export const announcement: ReadonlySignal<{ message: string; since: number }> = announcementSignal

let lastDue: Celebration | undefined

/**
 * The celebration of the last spin, until it has ended: it waits for the picture, or it is shown. The same
 * object until its content changes, because the machine reports further states of the same spin.
 */
export const dueCelebration = computed<Celebration | undefined>(() => {
  const due = game.value && celebrationOf(game.value, freeSpinsPlayed.value)
  if (!due || due.spinId === endedSpinSignal.value) return undefined
  if (JSON.stringify(due) !== JSON.stringify(lastDue)) lastDue = due
  return lastDue
})

/** Autoplay waits for the end of a celebration. */
export const isCelebrating = computed(() => dueCelebration.value !== undefined)

/** Announces a message to screen readers, at most one in a second (announce.ts). Empty: none waits. */
export function announce(message: string): void {
  announcementSignal.value = { message, since: performance.now() }
}

/** A celebration takes the strip over the game from the tour. */
export function showCelebration(next: ShownCelebration | undefined): void {
  if (next) endTour()
  shownSignal.value = next
}

/** Forgets the previous page's spins. */
export function resetCelebration(): void {
  endedSpinSignal.value = ''
}

/** Ends the celebration of the last spin, also one that is not shown yet. A running spin has none yet. */
export function endCelebration(): void {
  const { phase, spin } = game.peek() ?? {}
  if (phase === 'idle' && spin) endedSpinSignal.value = spin.id
}
