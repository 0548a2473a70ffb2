import { type ReadonlySignal, signal } from '@preact/signals-react'

const last = signal(0)

/** When a control of the game was last pressed, ms since 1970; 0: never. */
export const lastClick: ReadonlySignal<number> = last

/** A control was pressed, `at` ms since 1970. */
export function noteClick(at: number): void {
  last.value = at
}
