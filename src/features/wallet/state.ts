import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../core/session/state.ts'
import type { Mark } from '../../core/stale-answers.ts'
import { deviceSignal } from '../../core/storage/device-signal.ts'
import { write } from '../../core/storage/storage.ts'

const balanceSignal = signal<number | undefined>(undefined)
let lastSeq: number | undefined
const updates = createLoginLatest()

/** The balance in cents; undefined until it is known. */
export const balance: ReadonlySignal<number | undefined> = balanceSignal

const failureSignal = signal<Failure | undefined>(undefined)
/** Why the balance is unknown; undefined while it is known or being fetched. */
export const balanceFailure: ReadonlySignal<Failure | undefined> = failureSignal

const HIDDEN_KEY = 'reelcast.balance-hidden'
const hiddenSignal = deviceSignal(HIDDEN_KEY, (stored) => stored === '1')

/** Shown in place of a hidden balance. */
export const HIDDEN_BALANCE = '• • • •'

/** Whether the player has hidden the balance on this device. */
export const balanceHidden: ReadonlySignal<boolean> = hiddenSignal

export function setBalanceHidden(hidden: boolean): void {
  hiddenSignal.value = hidden
  write('local', HIDDEN_KEY, hidden ? '1' : undefined)
}

/** Take the mark before a request, and pass it to `setBalance` with the answer. */
export const balanceMark = updates.mark

/**
 * Applies a balance in cents, unless a newer one is known. The order follows `seq` if the server numbers its
 * movements. Otherwise a balance is newer if it was pushed, or answered a later request, after `mark` was
 * taken.
 */
export function setBalance(
  update: { balance: number; seq?: number | null | undefined },
  mark: Mark = updates.mark(),
): void {
  const seq = update.seq ?? undefined
  if (seq !== undefined && lastSeq !== undefined) {
    if (seq < lastSeq) return
  } else if (updates.isStale(mark)) return
  updates.applied(mark)
  lastSeq = seq ?? lastSeq
  failureSignal.value = undefined
  balanceSignal.value = update.balance
}

/**
 * Sets the failure of a balance request, or clears it for a new request. Ignored if the balance is known or
 * the failure is stale.
 */
export function setBalanceFailure(failure: Failure | undefined, mark: Mark = updates.mark()): void {
  if (updates.isStale(mark)) return
  failureSignal.value = balanceSignal.peek() === undefined ? failure : undefined
}

export function clearBalance(): void {
  updates.invalidate()
  lastSeq = undefined
  failureSignal.value = undefined
  balanceSignal.value = undefined
}
onSessionEnd(clearBalance)
