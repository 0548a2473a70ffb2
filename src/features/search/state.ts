import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { onSessionEnd } from '../../core/session/state.ts'

const text = signal('')
const all = signal<readonly Machine[]>([])

/** What is typed into the search. */
export const typed: ReadonlySignal<string> = text
/** All machines as they were when the search was first opened: for their names, never for how they are. */
export const learned: ReadonlySignal<readonly Machine[]> = all

/** This is in the search now. */
export function type(next: string): void {
  text.value = next
}

/** Takes the floor's machines. */
export function learn(machines: readonly Machine[]): void {
  all.value = machines
}

onSessionEnd(() => {
  text.value = ''
  all.value = []
})
