import type { CabinetButton } from '../../../contract/live.ts'
import { failureText } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { press } from './actions.ts'

/** Presses a button of the cabinet, unless it is blocked. A refusal is shown as a toast. */
export async function pressWithFeedback(button: CabinetButton): Promise<void> {
  const answer = await press(button)
  if (answer && !answer.ok) toast(failureText(answer.error), { kind: 'danger', id: 'press' })
}
