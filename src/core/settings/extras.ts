import { type ReadonlySignal, signal } from '@preact/signals-react'

const extrasSignal = signal(false)

/** Has the operator switched the extras on? The routes of the extras exist only then. */
export const extras: ReadonlySignal<boolean> = extrasSignal

/** The operator's word on the extras. */
export function setExtrasEnabled(allowed: boolean): void {
  extrasSignal.value = allowed
}
