import { money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { balance } from '../../wallet/state.ts'
import { cashOut, spin } from './actions.ts'
import { canShowReceipt, showReceipt } from './receipt-state.ts'
import {
  autoplayLeft,
  game,
  isCashedOut,
  isStateless,
  machine,
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

/**
 * Cashes out and shows a receipt or the failure; true when the money is in the wallet or on its way there.
 * With `leaving` a toast in the lobby replaces the receipt, and an unknown credit that turns out to be none
 * counts as cashed out.
 */
export async function cashOutWithReceipt(leaving = false): Promise<boolean> {
  const balanceBefore = balance.peek()
  const answer = await cashOut()
  if (!answer) return false
  // A cabinet that has not confirmed it: its notice says where the money is.
  if (game.peek()?.cabinet?.transfer) return true
  if (answer.ok) {
    const { amount } = answer.value
    const isKnown = typeof amount === 'number'
    if (isKnown && canShowReceipt.peek() && !leaving) {
      showReceipt({ amount, at: Date.now(), machine: machine.peek()?.name ?? '', balanceBefore })
    } else {
      const text = isKnown ? t('game.cashedOut', { amount: money(amount) }) : t('game.creditMoved')
      toast(text, { kind: 'good', ms: 6000 })
    }
  } else if (leaving && isStateless.peek() && isCashedOut.peek()) {
    // Its credit was unknown, and is none.
    return true
  } else toast(failureText(answer.error), { kind: 'danger' })
  return answer.ok
}
