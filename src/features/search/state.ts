import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { onSessionEnd } from '../../core/session/state.ts'

const querySignal = signal('')
const allMachinesSignal = signal<readonly Machine[]>([])

/** The text in the search field. */
export const query: ReadonlySignal<string> = querySignal
/** All machines as of the first opening of the search: for their names, not for their status. */
export const allMachines: ReadonlySignal<readonly Machine[]> = allMachinesSignal

export function setQuery(next: string): void {
  querySignal.value = next
}

export function setAllMachines(machines: readonly Machine[]): void {
  allMachinesSignal.value = machines
}

onSessionEnd(() => {
  querySignal.value = ''
  allMachinesSignal.value = []
})
