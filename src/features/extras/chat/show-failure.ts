import type { ChatContact } from '../../../contract/extras.ts'
import type { Failure } from '../../../contract/result.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { toggles } from '../quick-panel/state.ts'
import { suspended } from '../visibility.ts'

/**
 * Says who has written, one message a contact, to a player who wants to know (quick panel, Notifications); not over a
 * game or on the lock, where others may read it.
 */
export function showNewMessages(from: readonly ChatContact[]): void {
  if (!toggles.peek().notifications || suspended.peek()) return
  for (const { id, name } of from) toast(t('panels.chat.news', { name }), { id: `chat-${id}` })
}

/** Says that the player is still shown as before. */
export function showStatusFailure(failure: Failure): void {
  toast(`${t('panels.chat.noStatus')} ${failureText(failure)}`, { id: 'chat-status', kind: 'danger' })
}
