import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Numbers of spins to choose from; Infinity: until stopped. */
export const COUNTS = [10, 25, 50, 100, Number.POSITIVE_INFINITY] as const
/** Loss limits and single wins that stop autoplay, in stakes; 0: no limit. */
export const LOSSES = [10, 25, 50, 0] as const
export const WINS = [10, 50, 100, 0] as const

/** The player's choice; amounts in stakes. */
interface Choice {
  count: number
  loss: number
  win: number
  bonus: boolean
}

const sheetOpenSignal = signal(false)
const planSignal = signal<Choice>({ count: 10, loss: 25, win: 0, bonus: false })

export const sheetOpen: ReadonlySignal<boolean> = sheetOpenSignal
/** The last choice; kept until the page is reloaded. */
export const plan: ReadonlySignal<Choice> = planSignal

export function setSheetOpen(next: boolean): void {
  sheetOpenSignal.value = next
}

export function setPlan(change: Partial<Choice>): void {
  planSignal.value = { ...planSignal.peek(), ...change }
}
