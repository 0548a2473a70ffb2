import { type ReadonlySignal, signal } from '@preact/signals-react'

const lastInteractionSignal = signal(0)

/** When a control of the game was last pressed, ms since 1970; 0: never. */
export const lastInteraction: ReadonlySignal<number> = lastInteractionSignal

/** A control was pressed, `at` ms since 1970. */
export function setLastInteraction(at: number): void {
  lastInteractionSignal.value = at
}
