import { computed } from '@preact/signals-react'
import { ChatIdentity } from '../../contract/chat.ts'
import { session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { liveChat } from './providers.ts'
import { openInNewPage, takeAgain } from './reopen-after-reload.ts'
import { beginChat, isUsed, showChat } from './state.ts'

/** Whether the operator has set up a live chat. */
export const isChatOffered = computed(() => liveChat.value !== undefined)

/**
 * Opens the live chat for the player who is here: who they are to its provider is asked first. A server that does
 * not say, or does not answer, leaves them anonymous.
 */
export async function openChat(): Promise<void> {
  const now = session.peek()
  if (now.status !== 'player') return
  const player = now.user.id
  if (isUsed(player)) return openInNewPage()
  const opening = beginChat()
  if (!opening) return
  const answer = await call(ChatIdentity, 'GET', '/player/chat-identity')
  showChat(opening, player, answer.ok ? answer.value : undefined)
}

/** Goes on with opening it, where that took a new page. */
export function openChatAgain(): void {
  if (session.peek().status === 'player' && takeAgain()) void openChat()
}
