import { type ReadonlySignal, signal } from '@preact/signals-react'

const extrasSignal = signal(false)

/** The operator has switched the extras on; their routes exist only then. */
export const extras: ReadonlySignal<boolean> = extrasSignal

export function setExtrasEnabled(allowed: boolean): void {
  extrasSignal.value = allowed
}
