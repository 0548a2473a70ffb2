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

const open = signal(false)
const choice = signal<Choice>({ count: 10, loss: 25, win: 0, bonus: false })

/** Is the sheet open where a run is chosen? */
export const sheetOpen: ReadonlySignal<boolean> = open
/** What was chosen last, for as long as the page lives. */
export const chosenRun: ReadonlySignal<Choice> = choice

/** Opens the sheet, or closes it. */
export function openSheet(next: boolean): void {
  open.value = next
}

export function choose(change: Partial<Choice>): void {
  choice.value = { ...choice.peek(), ...change }
}
