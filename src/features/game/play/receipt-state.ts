import { type ReadonlySignal, signal } from '@preact/signals-react'

/** A cash-out to the wallet. The visit's loads, stakes and wins are in play-record/state.ts. */
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

export const receipt: ReadonlySignal<Receipt | undefined> = receiptSignal

/** Shows a receipt, or closes it with undefined. */
export function showReceipt(next: Receipt | undefined): void {
  receiptSignal.value = next
}
