import { money } from '../i18n/format.ts'
import { failureText, t } from '../i18n/index.ts'
import { toast } from '../ui/toast.ts'
import { cashOut, spin } from './actions.ts'
import { type Refusal, spinRefusal } from './state.ts'

/** Plays one spin, or says why not. A refusal by the machine is shown in its words. */
export function trySpin(): Refusal | undefined {
  const refusal = spinRefusal.peek()
  if (refusal) return refusal
  void spin().then((answer) => {
    if (answer && !answer.ok) toast(failureText(answer.error), { kind: 'danger', id: 'spin' })
  })
  return undefined
}

/** Cashes out and shows the receipt, or why not; true when the money is in the wallet. */
export async function tryCashOut(): Promise<boolean> {
  const answer = await cashOut()
  if (!answer) return false
  if (answer.ok) {
    toast(t('game.cashedOut', { amount: money(answer.value.amount) }), { kind: 'good', ms: 6000 })
  } else toast(failureText(answer.error), { kind: 'danger' })
  return answer.ok
}

/** Space and Enter play, wherever the focus is but on something that takes them itself. Held down they play once. */
export function playByKeys(onRefused: (refusal: Refusal) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    const target = event.target instanceof Element ? event.target : undefined
    if (event.repeat) {
      if (!target?.closest('input,textarea')) event.preventDefault()
      return
    }
    // Nor while a window of the browser's own lies over the game, such as the lock: nobody stakes blindly.
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (target?.closest('button,a,input,textarea,select,[role=dialog],[popover]')) return
    event.preventDefault()
    const refusal = trySpin()
    if (refusal) onRefused(refusal)
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
