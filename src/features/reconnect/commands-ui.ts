import type { Failure } from '../../contract/result.ts'
import { money } from '../../i18n/format.ts'
import { failureText, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'
import { askTruth, cashOut, kick } from './actions.ts'
import { shownSeat } from './state.ts'

/** How long a receipt or a refusal stays, ms. */
const STAYS_MS = 6000

/** Why a command did not do what it was for. */
export function whyNot(failure: Failure): string {
  return failure.category === 'refused' ? failureText(failure) : t('reconnect.lost')
}

/** The dialog says it, while there is one. */
async function notDone(failure: Failure): Promise<void> {
  await askTruth()
  if (!shownSeat.peek()) toast(whyNot(failure), { kind: 'danger', ms: STAYS_MS })
}

/** Cashes out and shows what came back, or why nothing did and how things truly stand. */
export async function tryCashOut(): Promise<void> {
  const result = await cashOut()
  if (!result) return
  if (!result.ok) return notDone(result.error)
  const { amount } = result.value
  const receipt = amount ? t('reconnect.cashedOut', { amount: money(amount) }) : t('reconnect.givenUp')
  toast(receipt, { kind: 'good', ms: STAYS_MS })
  return askTruth()
}

/** Kicks; true when the machine's page may be opened. Else why not is shown, and how things truly stand. */
export async function tryKick(): Promise<boolean> {
  const result = await kick()
  if (result && !result.ok) await notDone(result.error)
  return result?.ok === true
}
