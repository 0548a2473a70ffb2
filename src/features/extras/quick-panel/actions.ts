import * as v from 'valibot'
import { QuickPanelAnswer } from '../../../contract/extras.ts'
import { fromJson } from '../../../contract/json.ts'
import { currentToken } from '../../../core/session/state.ts'
import { sessionArea } from '../../../core/session/stored-token.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call } from '../../../net/api.ts'
import {
  applyQuickData,
  beginQuickRequest,
  DEFAULT_TOGGLES,
  setToggles,
  type Toggles,
  toggles,
} from './state.ts'

/** Stored with the token: another tab may have another player. */
const KEY = 'reelcast.quick'
const StoredToggles = v.object({
  notifications: v.fallback(v.boolean(), DEFAULT_TOGGLES.notifications),
  cloudSync: v.fallback(v.boolean(), DEFAULT_TOGGLES.cloudSync),
  retroThrusters: v.fallback(v.boolean(), DEFAULT_TOGGLES.retroThrusters),
})

/** The stored quick settings; missing and malformed ones have their defaults. */
export function storedToggles(): Toggles {
  const parsed = v.safeParse(StoredToggles, fromJson(read(sessionArea(), KEY)))
  return parsed.success ? parsed.output : DEFAULT_TOGGLES
}

function storeToggles(toggles: Toggles): void {
  write(sessionArea(), KEY, JSON.stringify(toggles))
}

/** Fetches events and notes; the shown ones stay until the answer arrives. */
export async function loadQuickPanel(): Promise<void> {
  if (currentToken() === undefined) return
  const mark = beginQuickRequest()
  const answer = await call(QuickPanelAnswer, 'GET', '/quick-panel/data')
  if (!answer.ok && answer.error.code !== undefined) await loadCodeTexts()
  if (answer.ok) applyQuickData(mark, answer.value)
  else applyQuickData(mark, undefined, answer.error)
}

/** Toggles a quick setting, which is stored in this browser until the logout. */
export function toggleQuickSetting(name: keyof Toggles): void {
  const before = toggles.peek()
  const next = { ...before, [name]: !before[name] }
  setToggles(next)
  storeToggles(next)
}
