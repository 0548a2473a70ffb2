import type { ChatContact } from '../../../contract/extras.ts'
import type { Failure } from '../../../contract/result.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { toggles } from '../quick-panel/state.ts'
import { suspended } from '../visibility.ts'

/** Shows a toast for each contact with new messages, unless notifications are off, in a game or behind the lock. */
export function showNewMessages(from: readonly ChatContact[]): void {
  if (!toggles.peek().notifications || suspended.peek()) return
  for (const { id, name } of from) toast(t('panels.chat.news', { name }), { id: `chat-${id}` })
}

export function showStatusFailure(failure: Failure): void {
  toast(`${t('panels.chat.noStatus')} ${failureText(failure)}`, { id: 'chat-status', kind: 'danger' })
}
