import type { HistoryWord, Transaction } from '../../contract/player.ts'
import type { Point } from './chart.ts'

/** Amount actions of the contract: credit is loaded to a machine, and moves back. */
const CASH_IN = 3
const CASH_OUT = 4
/** The tag of a cash-out that gives back a load alone, which the machine did not take. */
const RETURNED: HistoryWord = 'returned'

/**
 * The player's money after each transaction (oldest first) that contains a balance, cents: the balance, and
 * what was loaded since the last cash-out. So a load is no loss; the result of the play shows at the
 * cash-out, which takes the whole credit.
 */
export function moneyOverTime(rows: readonly Transaction[]): Point[] {
  let loaded = 0
  return rows.flatMap(({ time, action, amount, balance, tag }) => {
    if (action === CASH_IN) loaded -= amount
    else if (action === CASH_OUT) loaded = tag === RETURNED ? Math.max(loaded - amount, 0) : 0
    const at = Date.parse(time)
    return typeof balance === 'number' && !Number.isNaN(at) ? [{ at, value: balance + loaded }] : []
  })
}
