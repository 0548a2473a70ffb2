import { Unchecked } from '../report/findings.ts'
import { isRecord } from './absent-fields.ts'

/**
 * Limits the money outside the wallet to what the operator allows. Amounts in cents. It assumes the worst:
 * every sent amount counts as taken, also of a repeated or refused command, until the wallet shows otherwise.
 */
export interface Allowance {
  readonly total: number
  readonly maxStake: number
  /** The wallet at the start of the run, from which everything is counted. */
  begin(balance: number): void
  /** The wallet's current balance: what it still contains was not taken. */
  settle(balance: number): void
  /** Forbids further loads. */
  close(): void
  /** Called before each command; throws Unchecked if it could take more than allowed. */
  guard(event: string, payload: unknown): void
}

/** The largest amount that a platform could read from a field, even a malformed one. */
function worstCase(payload: unknown, field: string): number {
  const amount = isRecord(payload) ? Number(payload[field]) : Number.NaN
  return Number.isFinite(amount) ? Math.ceil(Math.abs(amount)) : 0
}

export function createAllowance(total: number, maxStake: number): Allowance {
  let start: number | undefined
  let wallet = 0
  let sent = 0
  let isClosed = false
  return {
    total,
    maxStake,
    begin(balance) {
      start = balance
      wallet = balance
    },
    settle(balance) {
      wallet = balance
      sent = 0
    },
    close() {
      isClosed = true
    },
    guard(event, payload) {
      if (event === 'load') {
        if (isClosed) throw new Unchecked('The kit was stopped.')
        const amount = worstCase(payload, 'amount')
        const out = Math.max(0, (start ?? 0) - wallet) + sent + amount
        if (start === undefined) throw new Unchecked('The balance is not known, so nothing is loaded.')
        if (out > total) throw new Unchecked(`It needs an allowance of ${out} cents; ${total} are allowed.`)
        sent += amount
      }
      if (event !== 'spin') return
      const stake = worstCase(payload, 'stake')
      if (stake > maxStake) {
        throw new Unchecked(`It needs a stake of ${stake} cents; ${maxStake} are allowed.`)
      }
    },
  }
}
