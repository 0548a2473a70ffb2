import type { Cabinet } from './cabinet.ts'

/* When a cash-out that would fail is not sent to its cabinet: each one that is sent is stored for ever. */

/** So many in a row may fail without a pause, such as a player's second try. */
const TRIES_AT_ONCE = 2
/** The pause after the next one; each further one doubles it. */
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 5 * 60_000

/** Whether the pause after some failed cash-outs still runs. `now`: steady ms. */
export function isCashOutPaused({ failedCashOuts }: Cabinet, now: number): boolean {
  if (!failedCashOuts || failedCashOuts.count <= TRIES_AT_ONCE) return false
  const doublings = failedCashOuts.count - TRIES_AT_ONCE - 1
  return now - failedCashOuts.at < Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doublings)
}

/** What a cash-out has left on the cabinet is tried again later. `now`: steady ms. */
export function noteCashOut(cabinet: Cabinet, isEmptied: boolean, now: number): void {
  const count = (cabinet.failedCashOuts?.count ?? 0) + 1
  cabinet.failedCashOuts = isEmptied ? undefined : { count, at: now }
}
