import { type ReadonlySignal, signal } from '@preact/signals-react'

/** The counts a run may have; Infinity: until it is stopped. */
export const COUNTS = [10, 25, 50, 100, Number.POSITIVE_INFINITY] as const
/** What a run may lose, and a win that ends it, in stakes; 0: it does not matter. */
export const LOSSES = [10, 25, 50, 0] as const
export const WINS = [10, 50, 100, 0] as const

/** What a player chose for a run; the amounts in stakes. */
interface Choice {
  count: number
  loss: number
  win: number
  bonus: boolean
}

const sheetOpenSignal = signal(false)
const planSignal = signal<Choice>({ count: 10, loss: 25, win: 0, bonus: false })

/** Is the sheet open where a run is chosen? */
export const sheetOpen: ReadonlySignal<boolean> = sheetOpenSignal
/** What was chosen last, for as long as the page lives. */
export const plan: ReadonlySignal<Choice> = planSignal

/** Opens the sheet, or closes it. */
export function setSheetOpen(next: boolean): void {
  sheetOpenSignal.value = next
}

export function setPlan(change: Partial<Choice>): void {
  planSignal.value = { ...planSignal.peek(), ...change }
}
