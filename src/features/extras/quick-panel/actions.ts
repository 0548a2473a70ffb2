import { QuickPanelAnswer } from '../../../contract/extras.ts'
import { currentToken } from '../../../core/session/state.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call } from '../../../net/api.ts'
import { applyQuickData, beginQuickRequest, setToggles, type Toggles, toggles } from './state.ts'
import { storeToggles } from './storage.ts'

/** Asks for events and notes; those on show stay until the answer is there. */
export async function loadQuickPanel(): Promise<void> {
  if (currentToken() === undefined) return
  const turn = beginQuickRequest()
  const answer = await call(QuickPanelAnswer, 'GET', '/quick-panel/data')
  if (!answer.ok && answer.error.code !== undefined) await loadCodeTexts()
  if (answer.ok) applyQuickData(turn, answer.value)
  else applyQuickData(turn, undefined, answer.error)
}

/** Switches one of the quick settings, and keeps it in this browser until the player logs out. */
export function toggleQuickSetting(name: keyof Toggles): void {
  const before = toggles.peek()
  const next = { ...before, [name]: !before[name] }
  setToggles(next)
  storeToggles(next)
}
