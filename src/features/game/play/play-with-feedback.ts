import { isEndExpected } from '../../../core/connection/own-end.ts'
import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { balance } from '../../wallet/state.ts'
import { cashOut, spin } from './actions.ts'
import { canShowReceipt, receipt, showReceipt } from './receipt-state.ts'
import {
  autoplayLeft,
  exit,
  game,
  isCashedOut,
  isStateless,
  machine,
  pending,
  type SpinBlockReason,
  setAutoplay,
  spinBlock,
} from './state.ts'

/**
 * Plays one spin, or returns why it is blocked. A refusal by the machine is shown as a toast. Stops autoplay
 * instead while that runs.
 */
export function spinWithFeedback(): SpinBlockReason | undefined {
  if (autoplayLeft.peek() !== undefined) {
    setAutoplay(undefined)
    return undefined
  }
  const refusal = spinBlock.peek()
  if (refusal) return refusal
  void spin().then((answer) => {
    if (answer && !answer.ok) toast(failureText(answer.error), { kind: 'danger', id: 'spin' })
  })
  return undefined
}

function showMoved(amount: number | null | undefined): void {
  const text = amount == null ? t('game.creditMoved') : t('game.cashedOut', { amount: money(amount) })
  toast(text, { kind: 'good', ms: 6000, id: 'cash-out' })
}

/**
 * Cashes out and shows a receipt or the failure; true when the money is in the wallet or on its way there.
 * On leaving, or where the server has ended the seat, a toast in the lobby replaces the receipt. With
 * `leaving` an unknown credit that turns out to be none counts as cashed out.
 */
export async function cashOutWithReceipt(leaving = false): Promise<boolean> {
  const balanceBefore = balance.peek()
  const answer = await cashOut()
  if (!answer) return false
  const leaves = leaving || exit.peek() !== undefined
  // A cabinet that has not confirmed it: its notice says where the money is.
  if (game.peek()?.cabinet?.transfer) return true
  if (answer.ok) {
    const { amount } = answer.value
    const isKnown = typeof amount === 'number'
    if (isKnown && canShowReceipt.peek() && !leaves) {
      showReceipt({ amount, at: Date.now(), machine: machine.peek()?.name ?? '', balanceBefore })
    } else {
      showMoved(amount)
    }
  } else if (leaving && isStateless.peek() && isCashedOut.peek()) {
    // Its credit was unknown, and is none.
    return true
  } else toast(failureText(answer.error), { kind: 'danger', id: 'cash-out' })
  return answer.ok
}

/**
 * The server has ended the seat after a cash-out: a toast in the lobby repeats the receipt, which closes with
 * the game, or corrects the failure of a lost answer.
 */
export function confirmCashOut(): void {
  const amount = receipt.peek()?.amount
  if (isEndExpected('cashout') && (amount !== undefined || pending.peek() === 'sync')) showMoved(amount)
}
