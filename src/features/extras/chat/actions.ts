import {
  ChatAnswer,
  ChatContactsAnswer,
  ChatSendAnswer,
  type ChatStatus,
  ChatUser,
  MAX_MESSAGE_LENGTH,
} from '../../../contract/extras.ts'
import { currentToken } from '../../../core/session/state.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call, type Failure } from '../../../net/api.ts'
import { createRequestId } from '../../../net/request-id.ts'
import { showNewMessages, showStatusFailure } from './show-failure.ts'
import {
  applyChatUser,
  applyContacts,
  applyConversation,
  beginChatUserRequest,
  beginContactsRequest,
  beginConversationRequest,
  chatIdOf,
  chatUser,
  discardMessage,
  draft,
  type Outgoing,
  outgoing,
  restoreContacts,
  selected,
  setDraft,
  setSelected,
  setSendFailure,
  setSending,
  setSent,
  setShownStatus,
} from './state.ts'

export { discardMessage, setDraft }

/** Failures are shown once their code can be put into words. */
async function withTexts<T>(answer: T & { ok: boolean; error?: Failure }): Promise<T> {
  if (answer.error?.code !== undefined) await loadCodeTexts()
  return answer
}

/** Asks who there is to write to, and who has written. */
export async function loadContacts(): Promise<void> {
  if (currentToken() === undefined) return
  const turn = beginContactsRequest()
  const answer = await withTexts(await call(ChatContactsAnswer, 'GET', '/chat/contacts'))
  if (answer.ok) showNewMessages(applyContacts(turn, answer.value))
  else applyContacts(turn, undefined, answer.error)
}

/** Asks how the chat knows this player. Without an answer the player's own status is not shown. */
async function loadChatUser(): Promise<void> {
  if (currentToken() === undefined) return
  const turn = beginChatUserRequest()
  const answer = await call(ChatUser, 'GET', '/chat/user')
  if (answer.ok) applyChatUser(turn, answer.value)
}

/** Asks for the messages on show; those that are there stay until the answer has come. */
export async function loadChat(): Promise<void> {
  const asked = beginConversationRequest()
  if (!asked || currentToken() === undefined) return
  const { turn, contactId } = asked
  const query = { contactId, userId: chatUser.peek()?.id }
  const answer = await withTexts(await call(ChatAnswer, 'GET', '/chat/get-chat', { query }))
  if (answer.ok) applyConversation(turn, answer.value)
  else applyConversation(turn, undefined, answer.error)
}

/** The chat is opened. */
export async function openChat(): Promise<void> {
  restoreContacts()
  await Promise.all([loadContacts(), chatUser.peek() ? undefined : loadChatUser()])
}

/** Shows the chat with a contact, and fetches it. */
export async function selectContact(contactId: string): Promise<void> {
  setSelected(contactId)
  await loadChat()
}

/** The chat is closed: nobody is chosen any more. */
export function closeChat(): void {
  setSelected(undefined)
}

/** Asks again for all that is on show. */
export async function refreshChat(): Promise<void> {
  await Promise.all([loadContacts(), loadChat()])
}

/**
 * Sends what is typed to the contact on show, without the spaces around it. Nothing is not sent, nor what is longer
 * than the contract allows. False when nothing goes out.
 */
export function sendMessage(): boolean {
  const contactId = selected.peek()?.id
  const text = draft.peek().trim()
  if (contactId === undefined || !text || text.length > MAX_MESSAGE_LENGTH) return false
  void deliver({ requestId: createRequestId(), contactId, text, at: Date.now() })
  return true
}

/** Sends once more what did not get there, under its own id: it stays one message. */
export function retryMessage(requestId: string): void {
  const message = outgoing.peek().find((one) => one.requestId === requestId)
  if (message?.failure) {
    const { failure: _, ...again } = message
    void deliver(again)
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

/** Shows the player to others with this status; taken back when the server does not keep it. */
export async function setStatus(status: ChatStatus): Promise<void> {
  const before = setShownStatus(status)
  if (!before) return
  const turn = beginChatUserRequest()
  const answer = await withTexts(await call(ChatUser, 'POST', '/chat/user/data', { body: { status } }))
  if (answer.ok) applyChatUser(turn, answer.value)
  else if (applyChatUser(turn, before)) showStatusFailure(answer.error)
}
