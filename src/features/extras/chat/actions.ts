import {
  ChatAnswer,
  type ChatContact,
  ChatContactsAnswer,
  ChatSendAnswer,
  type ChatStatus,
  ChatUser,
  MAX_MESSAGE_LENGTH,
} from '../../../contract/extras.ts'
import { currentToken } from '../../../core/session/state.ts'
import { failureText, loadCodeTexts, t } from '../../../i18n/index.ts'
import { call, type Failure } from '../../../net/api.ts'
import { createRequestId } from '../../../net/request-id.ts'
import { toast } from '../../../ui/toast.ts'
import { toggles } from '../quick-panel/state.ts'
import { suspended } from '../visibility.ts'
import {
  applyChatUser,
  applyContacts,
  applyConversation,
  beginChatUserRequest,
  beginContactsRequest,
  beginConversationRequest,
  beginStatusChange,
  chatIdOf,
  chatUser,
  discardMessage,
  draft,
  endStatusChange,
  type Outgoing,
  outgoing,
  restoreContacts,
  selected,
  setDraft,
  setSelected,
  setSendFailure,
  setSending,
  setSent,
} from './state.ts'

/**
 * Shows a toast for each contact with new messages, unless notifications are off or the chat is suspended.
 */
function showNewMessages(from: readonly ChatContact[]): void {
  if (!toggles.peek().notifications || suspended.peek()) return
  for (const { id, name } of from) toast(t('extras.chat.news', { name }), { id: `chat-${id}` })
}

function showStatusFailure(failure: Failure): void {
  toast(`${t('extras.chat.noStatus')} ${failureText(failure)}`, { id: 'chat-status', kind: 'danger' })
}

export { discardMessage, setDraft }

/** Loads the text of a failure's code before the failure is shown. */
async function withTexts<T>(answer: T & { ok: boolean; error?: Failure }): Promise<T> {
  if (answer.error?.code !== undefined) await loadCodeTexts()
  return answer
}

/** Fetches the contacts with their unread counts. */
export async function loadContacts(): Promise<void> {
  if (currentToken() === undefined) return
  const mark = beginContactsRequest()
  const answer = await withTexts(await call(ChatContactsAnswer, 'GET', '/chat/contacts'))
  if (answer.ok) showNewMessages(applyContacts(mark, answer.value))
  else applyContacts(mark, undefined, answer.error)
}

/** Fetches the player's chat user. Without it the player's own status is not shown. */
async function loadChatUser(): Promise<void> {
  if (currentToken() === undefined) return
  const mark = beginChatUserRequest()
  const answer = await call(ChatUser, 'GET', '/chat/user')
  if (answer.ok) applyChatUser(mark, answer.value)
}

/** Fetches the selected conversation. The shown messages stay until the answer arrives. */
export async function loadChat(): Promise<void> {
  const request = beginConversationRequest()
  if (!request || currentToken() === undefined) return
  const { mark, contactId } = request
  const query = { contactId, userId: chatUser.peek()?.id }
  const answer = await withTexts(await call(ChatAnswer, 'GET', '/chat/get-chat', { query }))
  if (answer.ok) applyConversation(mark, answer.value)
  else applyConversation(mark, undefined, answer.error)
}

export async function openChat(): Promise<void> {
  restoreContacts()
  await Promise.all([loadContacts(), chatUser.peek() ? undefined : loadChatUser()])
}

export async function selectContact(contactId: string): Promise<void> {
  setSelected(contactId)
  await loadChat()
}

export function closeChat(): void {
  setSelected(undefined)
}

export async function refreshChat(): Promise<void> {
  await Promise.all([loadContacts(), loadChat()])
}

/**
 * Sends the trimmed draft to the selected contact. Returns false, without sending, if it is empty or longer
 * than the contract allows.
 */
export function sendMessage(): boolean {
  const contactId = selected.peek()?.id
  const text = draft.peek().trim()
  if (contactId === undefined || !text || text.length > MAX_MESSAGE_LENGTH) return false
  void deliver({ requestId: createRequestId(), contactId, text })
  return true
}

/** Sends a failed message again. The same request id prevents that the server stores it twice. */
export function retryMessage(requestId: string): void {
  const message = outgoing.peek().find((candidate) => candidate.requestId === requestId)
  if (message?.failure) {
    const { failure: _, ...retry } = message
    void deliver(retry)
  }
}

async function deliver(message: Outgoing): Promise<void> {
  if (currentToken() === undefined) return
  const { requestId, contactId, text } = message
  setSending(message)
  const chatId = chatIdOf(contactId)
  const body = { ...(chatId && { chatId }), contactId, messageText: text, requestId }
  const answer = await withTexts(await call(ChatSendAnswer, 'POST', '/chat/send-message', { body }))
  if (answer.ok) setSent(requestId, answer.value)
  else setSendFailure(requestId, answer.error)
}

/** Sets the player's chat status optimistically, and shows the server's again after a refusal. */
export async function setStatus(status: ChatStatus): Promise<void> {
  if (!chatUser.peek()) return
  const change = beginStatusChange(status)
  const mark = beginChatUserRequest()
  const answer = await withTexts(await call(ChatUser, 'POST', '/chat/user/data', { body: { status } }))
  if (answer.ok) applyChatUser(mark, answer.value)
  if (endStatusChange(change) && !answer.ok) showStatusFailure(answer.error)
}
