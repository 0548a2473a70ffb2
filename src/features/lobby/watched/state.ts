import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../../core/session/state.ts'

const shownIdSignal = signal<string | undefined>(undefined)
const watchedIdsSignal = signal<readonly string[]>([])

/** The busy machine that the player looks at. */
export const shownId: ReadonlySignal<string | undefined> = shownIdSignal
/** The machines of which the player wants to know when they are free. */
export const watchedIds: ReadonlySignal<readonly string[]> = watchedIdsSignal

/** Opens the dialog of a busy machine; undefined closes it. */
export function showBusy(id: string | undefined): void {
  shownIdSignal.value = id
}

/** Starts or ends watching a machine. */
export function setWatched(id: string, isWatched: boolean): void {
  const others = watchedIdsSignal.peek().filter((other) => other !== id)
  watchedIdsSignal.value = isWatched ? [...others, id] : others
}

onSessionEnd(() => {
  shownIdSignal.value = undefined
  watchedIdsSignal.value = []
})
