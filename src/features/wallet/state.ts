import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../../contract/result.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { read, write } from '../../core/storage/storage.ts'

const balanceSignal = signal<number | undefined>(undefined)
let lastSeq: number | undefined
let revision = 0

/** The balance in cents; undefined until it is known. */
export const balance: ReadonlySignal<number | undefined> = balanceSignal

const failureSignal = signal<Failure | undefined>(undefined)
/** Why the balance is unknown; undefined while it is known or being fetched. */
export const balanceFailure: ReadonlySignal<Failure | undefined> = failureSignal

const HIDDEN_KEY = 'reelcast.balance-hidden'
const hiddenSignal = signal(read('local', HIDDEN_KEY) === '1')

/** Shown in place of a hidden balance. */
export const HIDDEN_BALANCE = '• • • •'

/** Whether the player has hidden the balance on this device. */
export const balanceHidden: ReadonlySignal<boolean> = hiddenSignal

export function setBalanceHidden(hidden: boolean): void {
  hiddenSignal.value = hidden
  write('local', HIDDEN_KEY, hidden ? '1' : undefined)
}

/** Call it when a request starts, and pass the result to `setBalance` with the answer. */
export function balanceRevision(): number {
  return revision
}

/**
 * Applies a balance in cents unless a newer one is known. With `seq` the server numbers the changes; without
 * it a balance that arrived after the request (`since`) is newer than the request's answer.
 */
export function setBalance(
  update: { balance: number; seq?: number | null | undefined },
  since = revision,
): void {
  const seq = update.seq ?? undefined
  if (seq !== undefined && lastSeq !== undefined) {
    if (seq < lastSeq) return
  } else if (since < revision) return
  revision++
  lastSeq = seq ?? lastSeq
  failureSignal.value = undefined
  balanceSignal.value = update.balance
}

/** Undefined when a request starts; ignored once a balance is known. */
export function setBalanceFailure(failure: Failure | undefined): void {
  failureSignal.value = balanceSignal.peek() === undefined ? failure : undefined
}

export function clearBalance(): void {
  revision++
  lastSeq = undefined
  failureSignal.value = undefined
  balanceSignal.value = undefined
}
onSessionEnd(clearBalance)
