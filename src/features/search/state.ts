import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../core/session/state.ts'

const querySignal = signal('')

/** The text in the search field. */
export const query: ReadonlySignal<string> = querySignal

export function setQuery(next: string): void {
  querySignal.value = next
}

onSessionEnd(() => {
  querySignal.value = ''
})
