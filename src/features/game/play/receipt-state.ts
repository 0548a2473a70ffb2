import { type ReadonlySignal, signal } from '@preact/signals-react'

/** A cash-out to the wallet. The visit's loads, stakes and wins are in play-record/state.ts. */
export interface Receipt {
  /** Moved to the wallet, cents. */
  amount: number
  /** ms since 1970. */
  at: number
  machine: string
  /** The wallet before it, cents: the answer may leave the new one out, which then arrives later. */
  balanceBefore: number | undefined
}

const receiptSignal = signal<Receipt | undefined>()

export const receipt: ReadonlySignal<Receipt | undefined> = receiptSignal

const canShowReceiptSignal = signal(false)

/** Whether the layer that shows receipts is open: its code loads after the video. */
export const canShowReceipt: ReadonlySignal<boolean> = canShowReceiptSignal

/** Shows a receipt, or closes it with undefined. */
export function showReceipt(next: Receipt | undefined): void {
  receiptSignal.value = next
}

/** The layer that shows receipts opens, or closes with all it shows. */
export function setReceiptLayerOpen(open: boolean): void {
  canShowReceiptSignal.value = open
  if (!open) receiptSignal.value = undefined
}
