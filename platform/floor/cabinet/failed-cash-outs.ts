import type { Cabinet } from '../../machines/cabinet.ts'
import type { FloorContext } from '../context.ts'

/* When a cash-out that would fail is not sent to its cabinet: each one that is sent is stored for ever. */

/** So many in a row may fail without a pause, such as a player's second try. */
const TRIES_AT_ONCE = 2
/** The pause after the next one; each further one doubles it. */
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 5 * 60_000

/**
 * Whether a cabinet would refuse a cash-out: in a game or a hand pay, locked by hand, or just after some that
 * failed. With a fault it is tried all the same.
 */
export function isCashOutRefused(
  { clock }: FloorContext,
  { report, fault, failedCashOuts }: Cabinet,
): boolean {
  if (report?.phase === 'playing' || report?.phase === 'handpay') return true
  if (report?.phase === 'locked' && !fault) return true
  if (!failedCashOuts || failedCashOuts.count <= TRIES_AT_ONCE) return false
  const doublings = failedCashOuts.count - TRIES_AT_ONCE - 1
  const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doublings)
  return clock.steady() - failedCashOuts.at < pause
}

/** What a cash-out has left on the cabinet is tried again later. */
export function noteCashOut({ clock }: FloorContext, cabinet: Cabinet, isEmptied: boolean): void {
  const count = (cabinet.failedCashOuts?.count ?? 0) + 1
  cabinet.failedCashOuts = isEmptied ? undefined : { count, at: clock.steady() }
}
