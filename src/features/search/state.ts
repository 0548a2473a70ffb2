import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { onSessionEnd } from '../../core/session/state.ts'

const querySignal = signal('')
const allMachinesSignal = signal<readonly Machine[]>([])

/** What is typed into the search. */
export const query: ReadonlySignal<string> = querySignal
/** All machines as they were when the search was first opened: for their names, never for how they are. */
export const allMachines: ReadonlySignal<readonly Machine[]> = allMachinesSignal

/** This is in the search now. */
export function setQuery(next: string): void {
  querySignal.value = next
}

/** Takes the floor's machines. */
export function setAllMachines(machines: readonly Machine[]): void {
  allMachinesSignal.value = machines
}

onSessionEnd(() => {
  querySignal.value = ''
  allMachinesSignal.value = []
})
