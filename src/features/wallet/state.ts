import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../../contract/result.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { read, write } from '../../core/storage/storage.ts'

const balanceSignal = signal<number | undefined>(undefined)
let lastSeq: number | undefined
let revision = 0

/** The wallet in cents; undefined until it is known. */
export const balance: ReadonlySignal<number | undefined> = balanceSignal

const failureSignal = signal<Failure | undefined>(undefined)
/** Why no balance is known; undefined while it is known or being fetched. */
export const balanceFailure: ReadonlySignal<Failure | undefined> = failureSignal

const HIDDEN_KEY = 'reelcast.balance-hidden'
const hiddenSignal = signal(read('local', HIDDEN_KEY) === '1')

/** What stands in the place of a hidden balance. */
export const HIDDEN_BALANCE = '• • • •'

/** Whether the player has hidden the balance on this device. */
export const balanceHidden: ReadonlySignal<boolean> = hiddenSignal

/** Hides the balance, or shows it, from now on. */
export function setBalanceHidden(hidden: boolean): void {
  hiddenSignal.value = hidden
  write('local', HIDDEN_KEY, hidden ? '1' : undefined)
}

/** The revision for `setBalance` with the answer of a request that starts now. */
export function balanceRevision(): number {
  return revision
}

/**
 * Takes a balance in cents, unless a newer one is known: by `seq` when the server numbers its movements, else by
 * the revision when the request started: what came in meanwhile is newer than its answer.
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

/** A request for the balance began, or failed; ignored once a balance is known. */
export function setBalanceFailure(failure: Failure | undefined): void {
  failureSignal.value = balanceSignal.peek() === undefined ? failure : undefined
}

/** Forgets the wallet, at the end of a session. */
export function clearBalance(): void {
  revision++
  lastSeq = undefined
  failureSignal.value = undefined
  balanceSignal.value = undefined
}
onSessionEnd(clearBalance)
