import { type ReadonlySignal, signal } from '@preact/signals-react'

const helpOpenSignal = signal(false)

/** Is the list of keys open? */
export const helpOpen: ReadonlySignal<boolean> = helpOpenSignal

export function setHelpOpen(shown: boolean): void {
  helpOpenSignal.value = shown
}
