import { Unchecked } from '../report/findings.ts'

/**
 * Keeps the money that is out of the wallet within what the operator allows. Amounts in cents. It assumes the worst:
 * what was sent counts as taken, also when it is sent twice or should be refused, until the wallet shows otherwise.
 */
export interface Allowance {
  readonly total: number
  readonly maxStake: number
  /** The wallet when the run began; everything is counted from it. */
  begin(balance: number): void
  /** The wallet as the platform holds it now: what it still has was not taken. */
  settle(balance: number): void
  /** From now on nothing is loaded. */
  close(): void
  /** Called before every command; throws Unchecked where it could take more than is allowed. */
  guard(event: string, payload: unknown): void
}

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null

/** The most that a platform could make of a field, be it malformed. */
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
