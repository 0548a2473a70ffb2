import { type CabinetButton, PressAck } from '../../../contract/live.ts'
import type { Result } from '../../../contract/result.ts'
import { command } from '../play/actions.ts'
import { isPressBlocked } from './state.ts'

/** Presses a button of the cabinet, once. Undefined when it is blocked. */
export async function press(button: CabinetButton): Promise<Result<unknown> | undefined> {
  return isPressBlocked(button) ? undefined : command('press', PressAck, { button: button.id })
}
