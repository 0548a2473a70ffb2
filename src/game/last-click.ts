import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Two taps on one control that moves money, closer together than this (ms), are one. */
export const DOUBLE_TAP = 350

const last = signal(0)
const taps = new Map<string, number>()

/** When a control of the game was last pressed, ms since 1970; 0: never. */
export const lastClick: ReadonlySignal<number> = last

/** A control was pressed, `at` ms since 1970. */
export function noteClick(at: number): void {
  last.value = at
}

/** Is a tap on this control, `at` ms since 1970, the second of a hand that meant one? */
export function isSecondTap(control: string, at: number): boolean {
  const before = taps.get(control)
  taps.set(control, at)
  return before !== undefined && at >= before && at - before < DOUBLE_TAP
}
