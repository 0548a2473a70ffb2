import { Code } from '../../contract/codes.ts'
import type { Failure } from '../../contract/result.ts'
import { money } from '../../i18n/format.ts'
import { failureText, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'
import { cashOut, kick, resyncAfterCommand } from './actions.ts'
import { reconnect, shownMachine } from './state.ts'

/** Duration of the toasts, ms. */
const TOAST_MS = 6000

/** The text for a command that failed. */
export function failureMessage(failure: Failure): string {
  return failure.category === 'refused' ? failureText(failure) : t('held-machine.lost')
}

/**
 * Shows a failure as a toast if the dialog, which shows it too, is closed after the resync. A lost answer is
 * no failure once the server has ended the visit.
 */
async function showFailure(failure: Failure): Promise<void> {
  await resyncAfterCommand()
  const kind = failure.category === 'refused' || reconnect.peek().machine ? 'danger' : 'info'
  if (!shownMachine.peek()) toast(failureMessage(failure), { kind, ms: TOAST_MS })
}

/**
 * Cashes out and shows the returned amount, or the failure. Then reads wallet and seat again. Undefined if
 * credit may still be on the machine; else the moved amount, cents, as far as it is known. `maybeEmpty`: the
 * credit is unknown, so that a machine with nothing to cash out counts as cashed out.
 */
export async function cashOutHeldMachine(
  maybeEmpty = false,
): Promise<{ amount: number | undefined } | undefined> {
  const moved = { amount: undefined }
  const result = await cashOut()
  if (!result) return undefined
  if (maybeEmpty && !result.ok && result.error.code === Code.nothingToCashOut) return moved
  if (!result.ok) {
    await showFailure(result.error)
    // The server has reported since that the player has no machine.
    return reconnect.peek().machine ? undefined : moved
  }
  const { amount } = result.value
  const receipt = amount ? t('held-machine.cashedOut', { amount: money(amount) }) : t('held-machine.givenUp')
  toast(receipt, { kind: 'good', ms: TOAST_MS })
  await resyncAfterCommand()
  return { amount }
}

/**
 * Sends the kick. Returns true if the machine may be opened; otherwise reads the seat again and shows the
 * reason.
 */
export async function kickWithFeedback(): Promise<boolean> {
  const result = await kick()
  if (result && !result.ok) await showFailure(result.error)
  return result?.ok === true
}
