import { computed } from '@preact/signals-react'
import { ChatIdentity } from '../../contract/chat.ts'
import { session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { liveChat } from './providers.ts'
import { reloadAndReopen, takeReopenRequest } from './reopen-after-reload.ts'
import { beginChat, showChat, usedByOther } from './state.ts'

/** Whether the operator has set up a live chat. */
export const isChatOffered = computed(() => liveChat.value !== undefined)

/**
 * Opens the live chat for the player, after fetching their identity for the provider. Without an identity the
 * player is anonymous there.
 */
export async function openChat(): Promise<void> {
  const current = session.peek()
  if (current.status !== 'player') return
  const { user } = current
  if (usedByOther(user)) return reloadAndReopen()
  const opening = beginChat()
  if (!opening) return
  const answer = await call(ChatIdentity, 'GET', '/player/chat-identity')
  showChat(opening, user, answer.ok ? answer.value : undefined)
}

/** Opens the chat if the page was reloaded for it. */
export function reopenChat(): void {
  if (session.peek().status === 'player' && takeReopenRequest()) void openChat()
}
