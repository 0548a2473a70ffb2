import { QuickPanelAnswer } from '../../../contract/extras.ts'
import { currentToken } from '../../../core/session/state.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call } from '../../../net/api.ts'
import { applyQuickData, beginQuickRequest, setToggles, type Toggles, toggles } from './state.ts'
import { storeToggles } from './storage.ts'

/** Fetches events and notes; those that are shown stay until the answer arrives. */
export async function loadQuickPanel(): Promise<void> {
  if (currentToken() === undefined) return
  const request = beginQuickRequest()
  const answer = await call(QuickPanelAnswer, 'GET', '/quick-panel/data')
  if (!answer.ok && answer.error.code !== undefined) await loadCodeTexts()
  if (answer.ok) applyQuickData(request, answer.value)
  else applyQuickData(request, undefined, answer.error)
}

/** Toggles a quick setting, stored in this browser until logout. */
export function toggleQuickSetting(name: keyof Toggles): void {
  const before = toggles.peek()
  const next = { ...before, [name]: !before[name] }
  setToggles(next)
  storeToggles(next)
}
