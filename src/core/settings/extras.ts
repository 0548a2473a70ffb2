import { type ReadonlySignal, signal } from '@preact/signals-react'

const on = signal(false)

/** Has the operator switched the extras on? The routes of the extras exist only then. */
export const extras: ReadonlySignal<boolean> = on

/** The operator's word on the extras. */
export function allowExtras(allowed: boolean): void {
  on.value = allowed
}
