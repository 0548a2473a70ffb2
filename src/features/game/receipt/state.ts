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

/** The receipt on show. */
export const receipt: ReadonlySignal<Receipt | undefined> = receiptSignal

/** Shows this one, or none any more. */
export function showReceipt(next: Receipt | undefined): void {
  receiptSignal.value = next
}
