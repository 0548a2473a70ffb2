import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type {
  ChatAnswer,
  ChatContact,
  ChatMessage,
  ChatSendAnswer,
  ChatStatus,
  ChatUser,
} from '../../../contract/extras.ts'
import type { Failure, LoadStatus } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'

/** A message that is being sent, or that failed. A retry uses the same request id. */
export interface Outgoing {
  readonly requestId: string
  readonly contactId: string
  readonly text: string
  readonly failure?: Failure
}

/** The messages with one contact. */
interface Conversation {
  readonly contactId: string
  readonly id: string
  readonly messages: readonly ChatMessage[]
}

const contactsSignal = signal<readonly ChatContact[]>([])
const contactsLoadSignal = signal<LoadStatus>('loading')
const contactsFailureSignal = signal<Failure | undefined>(undefined)
const chatUserSignal = signal<ChatUser | undefined>(undefined)
/** The status that the player has chosen, until the server has answered the change. */
const pendingStatusSignal = signal<ChatStatus | undefined>(undefined)
const selectedIdSignal = signal<string | undefined>(undefined)
const conversationSignal = signal<Conversation | undefined>(undefined)
const conversationFailureSignal = signal<Failure | undefined>(undefined)
const outgoingSignal = signal<readonly Outgoing[]>([])
const sentCountSignal = signal(0)
const drafts = signal<ReadonlyMap<string, string>>(new Map())
const contactsRequests = createLoginLatest()
const conversationRequests = createLoginLatest()
const chatUserRequests = createLoginLatest()
const statusChanges = createLoginLatest()

export const contacts: ReadonlySignal<readonly ChatContact[]> = contactsSignal
export const contactsLoad: ReadonlySignal<LoadStatus> = contactsLoadSignal
/** The failure of the last request; earlier contacts stay. */
export const contactsFailure: ReadonlySignal<Failure | undefined> = contactsFailureSignal
export const chatUser: ReadonlySignal<ChatUser | undefined> = computed(() => {
  const user = chatUserSignal.value
  return user && { ...user, status: pendingStatusSignal.value ?? user.status }
})
export const selected: ReadonlySignal<ChatContact | undefined> = computed(() =>
  contactsSignal.value.find(({ id }) => id === selectedIdSignal.value),
)
/** The messages of the selected contact, oldest first; undefined while they load. */
export const conversation: ReadonlySignal<readonly ChatMessage[] | undefined> = computed(
  () => conversationSignal.value?.messages,
)
export const conversationFailure: ReadonlySignal<Failure | undefined> = conversationFailureSignal
/** The unsent and failed messages to the selected contact. */
export const outgoing: ReadonlySignal<readonly Outgoing[]> = computed(() =>
  outgoingSignal.value.filter(({ contactId }) => contactId === selectedIdSignal.value),
)
/** The number of messages sent since the login. */
export const sentCount: ReadonlySignal<number> = sentCountSignal
/** The unsent text for the selected contact. */
export const draft: ReadonlySignal<string> = computed(
  () => drafts.value.get(selectedIdSignal.value ?? '') ?? '',
)
/** The unread messages of all contacts. */
export const unread: ReadonlySignal<number> = computed(() =>
  contactsSignal.value.reduce((sum, contact) => sum + contact.unread, 0),
)

/** Begins a request; pass its mark to `applyContacts`. */
export const beginContactsRequest = contactsRequests.begin

/**
 * Applies the contacts, or the failure. Returns the contacts, other than the selected one, with more unread
 * messages than before; an empty list for the first answer. A stale answer is dropped.
 */
export function applyContacts(
  mark: Mark,
  answer: readonly ChatContact[] | undefined,
  failure?: Failure,
): readonly ChatContact[] {
  if (contactsRequests.isStale(mark)) return []
  const before = contactsSignal.peek()
  const known = contactsLoadSignal.peek() === 'ready'
  batch(() => {
    contactsFailureSignal.value = failure
    // The messages of the selected contact count as read.
    if (answer)
      contactsSignal.value = answer.map((contact) =>
        contact.id === selectedIdSignal.peek() ? { ...contact, unread: 0 } : contact,
      )
    if (answer) contactsLoadSignal.value = 'ready'
    else if (!known) contactsLoadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
  if (!answer || !known) return []
  return contactsSignal
    .peek()
    .filter(({ id, unread: current }) => current > (before.find((contact) => contact.id === id)?.unread ?? 0))
}

/** Shows the loading state again, for a retry by the player. */
export function restoreContacts(): void {
  if (contactsLoadSignal.peek() === 'failed') contactsLoadSignal.value = 'loading'
}

/** Begins a request; pass its mark to `applyChatUser`. */
export const beginChatUserRequest = chatUserRequests.mark

/** Applies the answer; a stale one is dropped. */
export function applyChatUser(mark: Mark, answer: ChatUser): void {
  if (chatUserRequests.isStale(mark)) return
  chatUserRequests.applied(mark)
  chatUserSignal.value = answer
}

/** Shows the requested status. Pass the mark to `endStatusChange`. */
export function beginStatusChange(status: ChatStatus): Mark {
  pendingStatusSignal.value = status
  return statusChanges.begin()
}

/**
 * Shows the server's status again. Returns false if another change has begun meanwhile, or the login has
 * ended.
 */
export function endStatusChange(mark: Mark): boolean {
  if (statusChanges.isStale(mark)) return false
  pendingStatusSignal.value = undefined
  return true
}

export function setSelected(contactId: string | undefined): void {
  if (selectedIdSignal.peek() === contactId) return
  batch(() => {
    conversationRequests.invalidate()
    selectedIdSignal.value = contactId
    conversationSignal.value = undefined
    conversationFailureSignal.value = undefined
    contactsSignal.value = contactsSignal
      .peek()
      .map((contact) => (contact.id === contactId ? { ...contact, unread: 0 } : contact))
  })
}

/**
 * Begins a request and returns its mark, for `applyConversation`, and the contact. Undefined if no contact is
 * selected.
 */
export function beginConversationRequest(): { mark: Mark; contactId: string } | undefined {
  const contactId = selectedIdSignal.peek()
  return contactId === undefined ? undefined : { mark: conversationRequests.begin(), contactId }
}

/** Identifies a message by its id; without ids, by sender, time and text. */
const messageKey = ({ id, who, time, message }: ChatMessage) =>
  id ?? `${who} ${time} ${typeof message === 'string' ? message : Object.values(message)}`

const uniqueMessages = (list: readonly ChatMessage[]) => [
  ...new Map(list.map((message) => [messageKey(message), message])).values(),
]

/**
 * Applies the messages, or the failure, after which the shown messages stay. A stale answer is dropped. A
 * failed message that appears among the new ones was delivered, so it is no longer outgoing.
 */
export function applyConversation(mark: Mark, answer: ChatAnswer | undefined, failure?: Failure): void {
  const contactId = selectedIdSignal.peek()
  if (conversationRequests.isStale(mark) || contactId === undefined) return
  batch(() => {
    conversationFailureSignal.value = failure
    if (!answer) return
    applyChatList(answer.userChatList)
    const before = new Set(conversationSignal.peek()?.messages.map(messageKey))
    const list = uniqueMessages(answer.chat.dialog)
    const delivered = conversationSignal.peek()
      ? list
          .filter((message) => message.who !== contactId && !before.has(messageKey(message)))
          .map(({ message }) => message)
      : []
    conversationSignal.value = { contactId, id: answer.chat.id, messages: list }
    outgoingSignal.value = outgoingSignal
      .peek()
      .filter((sent) => !(sent.failure && sent.contactId === contactId && delivered.includes(sent.text)))
  })
}

/** Applies the list of existing chats, if the answer contains it. */
function applyChatList(list: ChatAnswer['userChatList']): void {
  const user = chatUserSignal.peek()
  if (user && list) chatUserSignal.value = { ...user, chatList: list }
}

export function chatIdOf(contactId: string): string | undefined {
  const shown = conversationSignal.peek()
  if (shown?.contactId === contactId) return shown.id
  const entry = chatUserSignal.peek()?.chatList.find((chat) => chat.contactId === contactId)
  return entry?.chatId ?? undefined
}

export function setDraft(text: string): void {
  const contactId = selectedIdSignal.peek()
  if (contactId !== undefined) drafts.value = new Map(drafts.peek()).set(contactId, text)
}

/** Shows a message as being sent, and clears the draft of a new one. */
export function setSending(message: Outgoing): void {
  batch(() => {
    const list = outgoingSignal.peek()
    const known = list.some(({ requestId }) => requestId === message.requestId)
    outgoingSignal.value = known
      ? list.map((other) => (other.requestId === message.requestId ? message : other))
      : [...list, message]
    if (!known) drafts.value = new Map(drafts.peek()).set(message.contactId, '')
  })
}

/**
 * Moves a sent message into its conversation, if that is shown. A pending request for the conversation is
 * dropped, because its answer may lack the message. A repeated answer has no effect.
 */
export function setSent(requestId: string, { message, userChatList }: ChatSendAnswer): void {
  const known = outgoingSignal.peek().find((message) => message.requestId === requestId)
  if (!known) return
  batch(() => {
    applyChatList(userChatList)
    outgoingSignal.value = outgoingSignal.peek().filter((message) => message !== known)
    sentCountSignal.value++
    const shown = conversationSignal.peek()
    if (shown?.contactId !== known.contactId) return
    conversationRequests.invalidate()
    conversationSignal.value = { ...shown, messages: uniqueMessages([...shown.messages, message]) }
  })
}

/** Marks a message as failed; the player may retry or discard it. */
export function setSendFailure(requestId: string, failure: Failure): void {
  outgoingSignal.value = outgoingSignal
    .peek()
    .map((message) => (message.requestId === requestId ? { ...message, failure } : message))
}

export function discardMessage(requestId: string): void {
  outgoingSignal.value = outgoingSignal
    .peek()
    .filter((message) => message.requestId !== requestId || !message.failure)
}

onSessionEnd(() =>
  batch(() => {
    contactsSignal.value = []
    contactsLoadSignal.value = 'loading'
    contactsFailureSignal.value = undefined
    chatUserSignal.value = undefined
    pendingStatusSignal.value = undefined
    selectedIdSignal.value = undefined
    conversationSignal.value = undefined
    conversationFailureSignal.value = undefined
    outgoingSignal.value = []
    sentCountSignal.value = 0
    drafts.value = new Map()
  }),
)
