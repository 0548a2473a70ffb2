import { type ReadonlySignal, signal } from '@preact/signals-react'

/** What a cash-out moved home. What the visit had of loads, stakes and wins is in side/watch.ts. */
export interface Receipt {
  /** Moved to the wallet, cents. */
  amount: number
  /** ms since 1970. */
  at: number
  machine: string
  /** The wallet afterwards, cents; undefined while it is not known. */
  balance: number | undefined
}

const receiptSignal = signal<Receipt | undefined>()

/** The receipt on show. */
export const receipt: ReadonlySignal<Receipt | undefined> = receiptSignal

/** Shows this one, or none any more. */
export function showReceipt(next: Receipt | undefined): void {
  receiptSignal.value = next
}
