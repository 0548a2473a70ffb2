import type { Failure } from '../../contract/result.ts'
import { money } from '../../i18n/format.ts'
import { failureText, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'
import { cashOut, kick, resyncAfterCommand } from './actions.ts'
import { shownMachine } from './state.ts'

/** How long a receipt or a refusal stays, ms. */
const TOAST_MS = 6000

/** Why a command did not do what it was for. */
export function failureMessage(failure: Failure): string {
  return failure.category === 'refused' ? failureText(failure) : t('reconnect.lost')
}

/** The dialog says it, while there is one. */
async function showFailure(failure: Failure): Promise<void> {
  await resyncAfterCommand()
  if (!shownMachine.peek()) toast(failureMessage(failure), { kind: 'danger', ms: TOAST_MS })
}

/** Cashes out and shows what came back, or why nothing did and how things truly stand. */
export async function cashOutHeldMachine(): Promise<void> {
  const result = await cashOut()
  if (!result) return
  if (!result.ok) return showFailure(result.error)
  const { amount } = result.value
  const receipt = amount ? t('reconnect.cashedOut', { amount: money(amount) }) : t('reconnect.givenUp')
  toast(receipt, { kind: 'good', ms: TOAST_MS })
  return resyncAfterCommand()
}

/** Kicks; true when the machine's page may be opened. Else why not is shown, and how things truly stand. */
export async function kickWithFeedback(): Promise<boolean> {
  const result = await kick()
  if (result && !result.ok) await showFailure(result.error)
  return result?.ok === true
}
