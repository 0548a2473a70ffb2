import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type {
  ChatAnswer,
  ChatContact,
  ChatMessage,
  ChatSendAnswer,
  ChatStatus,
  ChatUser,
} from '../../../contract/extras.ts'
import type { Failure } from '../../../contract/result.ts'
import { onSessionEnd } from '../../../core/session/state.ts'

/** `absent`: the operator's server has no such call. */
export type LoadStatus = 'loading' | 'ready' | 'failed' | 'absent'

/** A message on its way, under the id that lets it be sent again and still be one message. */
export interface Outgoing {
  readonly requestId: string
  readonly contactId: string
  readonly text: string
  /** ms since 1970. */
  readonly at: number
  /** Why it did not get there. */
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
const selectedIdSignal = signal<string | undefined>(undefined)
const conversationSignal = signal<Conversation | undefined>(undefined)
const conversationFailureSignal = signal<Failure | undefined>(undefined)
const outgoingSignal = signal<readonly Outgoing[]>([])
const sentCountSignal = signal(0)
const drafts = signal<ReadonlyMap<string, string>>(new Map())
/** Each grows with every question and with what makes the answers to older ones worthless. */
let contactsTurn = 0
let conversationTurn = 0
let chatUserTurn = 0

export const contacts: ReadonlySignal<readonly ChatContact[]> = contactsSignal
export const contactsLoad: ReadonlySignal<LoadStatus> = contactsLoadSignal
/** Why the contacts did not come when they were asked for last; what came before stays. */
export const contactsFailure: ReadonlySignal<Failure | undefined> = contactsFailureSignal
/** The player as the chat knows them, once it has said it. */
export const chatUser: ReadonlySignal<ChatUser | undefined> = chatUserSignal
/** The contact whose chat is on show. */
export const selected: ReadonlySignal<ChatContact | undefined> = computed(() =>
  contactsSignal.value.find(({ id }) => id === selectedIdSignal.value),
)
/** The messages with that contact, the oldest first; undefined until they have come. */
export const conversation: ReadonlySignal<readonly ChatMessage[] | undefined> = computed(
  () => conversationSignal.value?.messages,
)
export const conversationFailure: ReadonlySignal<Failure | undefined> = conversationFailureSignal
/** What is on its way to that contact, or did not get there. */
export const outgoing: ReadonlySignal<readonly Outgoing[]> = computed(() =>
  outgoingSignal.value.filter(({ contactId }) => contactId === selectedIdSignal.value),
)
/** How many messages have got there: whoever wrote waits for an answer. */
export const sentCount: ReadonlySignal<number> = sentCountSignal
/** What was typed and is not sent yet, for the contact on show. */
export const draft: ReadonlySignal<string> = computed(
  () => drafts.value.get(selectedIdSignal.value ?? '') ?? '',
)
/** Messages that wait to be opened, of all contacts. */
export const unread: ReadonlySignal<number> = computed(() =>
  contactsSignal.value.reduce((sum, one) => sum + one.unread, 0),
)

/** The contacts are asked for; hand the number to `applyContacts`. */
export const beginContactsRequest = (): number => ++contactsTurn

/**
 * Takes the contacts, or why they did not come. Answers who has written since they were known last, and is not on
 * show; nobody the first time. An answer to an older question is dropped.
 */
export function applyContacts(
  turn: number,
  answer: readonly ChatContact[] | undefined,
  failure?: Failure,
): readonly ChatContact[] {
  if (turn !== contactsTurn) return []
  const before = contactsSignal.peek()
  const known = contactsLoadSignal.peek() === 'ready'
  batch(() => {
    contactsFailureSignal.value = failure
    // What the chat on show has, has been read.
    if (answer)
      contactsSignal.value = answer.map((one) =>
        one.id === selectedIdSignal.peek() ? { ...one, unread: 0 } : one,
      )
    if (answer) contactsLoadSignal.value = 'ready'
    else if (!known) contactsLoadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
  if (!answer || !known) return []
  return contactsSignal
    .peek()
    .filter(({ id, unread: now }) => now > (before.find((one) => one.id === id)?.unread ?? 0))
}

/** The contacts are asked for by hand once more: until they come that is what is shown. */
export function restoreContacts(): void {
  if (contactsLoadSignal.peek() === 'failed') contactsLoadSignal.value = 'loading'
}

/** The chat's word on the player is asked for; hand the number to `applyChatUser`. */
export const beginChatUserRequest = (): number => ++chatUserTurn

/** Takes it. An answer to an older question is dropped: false then. */
export function applyChatUser(turn: number, answer: ChatUser): boolean {
  if (turn === chatUserTurn) chatUserSignal.value = answer
  return turn === chatUserTurn
}

/** Shows the player with this status until the server has answered. Gives what it was. */
export function setShownStatus(status: ChatStatus): ChatUser | undefined {
  const before = chatUserSignal.peek()
  if (before) chatUserSignal.value = { ...before, status }
  return before
}

/** Shows the chat with this contact, or with none. */
export function setSelected(contactId: string | undefined): void {
  if (selectedIdSignal.peek() === contactId) return
  batch(() => {
    conversationTurn++
    selectedIdSignal.value = contactId
    conversationSignal.value = undefined
    conversationFailureSignal.value = undefined
    contactsSignal.value = contactsSignal
      .peek()
      .map((one) => (one.id === contactId ? { ...one, unread: 0 } : one))
  })
}

/** The messages on show are asked for: the number for `applyConversation`, and whose they are. */
export function beginConversationRequest(): { turn: number; contactId: string } | undefined {
  const contactId = selectedIdSignal.peek()
  return contactId === undefined ? undefined : { turn: ++conversationTurn, contactId }
}

/** Two messages are one by their id; a server without ids is known by what was said when. */
const messageKey = ({ id, who, time, message }: ChatMessage) =>
  id ?? `${who} ${time} ${typeof message === 'string' ? message : Object.values(message)}`

/** Each message once, where it came first. */
const uniqueMessages = (list: readonly ChatMessage[]) => [
  ...new Map(list.map((message) => [messageKey(message), message])).values(),
]

/**
 * Takes the messages, or why they did not come: those on show stay. What belongs to another chat is dropped. A
 * message whose answer was lost did get there when it is among those that are new.
 */
export function applyConversation(turn: number, answer: ChatAnswer | undefined, failure?: Failure): void {
  const contactId = selectedIdSignal.peek()
  if (turn !== conversationTurn || contactId === undefined) return
  batch(() => {
    conversationFailureSignal.value = failure
    if (!answer) return
    const before = new Set(conversationSignal.peek()?.messages.map(messageKey))
    const list = uniqueMessages(answer.chat.dialog)
    const arrived = conversationSignal.peek()
      ? list
          .filter((one) => one.who !== contactId && !before.has(messageKey(one)))
          .map(({ message }) => message)
      : []
    conversationSignal.value = { contactId, id: answer.chat.id, messages: list }
    outgoingSignal.value = outgoingSignal
      .peek()
      .filter((one) => !(one.failure && one.contactId === contactId && arrived.includes(one.text)))
  })
}

/** The id of the chat with this contact, as far as it is known. */
export function chatIdOf(contactId: string): string | undefined {
  const shown = conversationSignal.peek()
  if (shown?.contactId === contactId) return shown.id
  const entry = chatUserSignal.peek()?.chatList.find((one) => one.contactId === contactId)
  return entry?.chatId ?? undefined
}

/** Keeps what is being typed. */
export function setDraft(text: string): void {
  const to = selectedIdSignal.peek()
  if (to !== undefined) drafts.value = new Map(drafts.peek()).set(to, text)
}

/** A message goes out, or goes out again: shown as being on its way, and no longer typed. */
export function setSending(message: Outgoing): void {
  batch(() => {
    const list = outgoingSignal.peek()
    const known = list.some(({ requestId }) => requestId === message.requestId)
    outgoingSignal.value = known
      ? list.map((one) => (one.requestId === message.requestId ? message : one))
      : [...list, message]
    if (!known) drafts.value = new Map(drafts.peek()).set(message.contactId, '')
  })
}

/**
 * The server has a message: it is on its way no more, and stands in its chat if that is on show. What was asked
 * before may not know of it and is dropped. An answer that comes twice, or to another player, changes nothing.
 */
export function setSent(requestId: string, { message }: ChatSendAnswer): void {
  const known = outgoingSignal.peek().find((one) => one.requestId === requestId)
  if (!known) return
  batch(() => {
    outgoingSignal.value = outgoingSignal.peek().filter((one) => one !== known)
    sentCountSignal.value++
    const shown = conversationSignal.peek()
    if (shown?.contactId !== known.contactId) return
    conversationTurn++
    conversationSignal.value = { ...shown, messages: uniqueMessages([...shown.messages, message]) }
  })
}

/** A message did not get there; it stays, to be sent again or given up. */
export function setSendFailure(requestId: string, failure: Failure): void {
  outgoingSignal.value = outgoingSignal
    .peek()
    .map((one) => (one.requestId === requestId ? { ...one, failure } : one))
}

/** A message that did not get there is given up. */
export function discardMessage(requestId: string): void {
  outgoingSignal.value = outgoingSignal.peek().filter((one) => one.requestId !== requestId || !one.failure)
}

// All of it is one player's, and what is still under way finds its turn over.
onSessionEnd(() =>
  batch(() => {
    contactsTurn++
    conversationTurn++
    chatUserTurn++
    contactsSignal.value = []
    contactsLoadSignal.value = 'loading'
    contactsFailureSignal.value = undefined
    chatUserSignal.value = undefined
    selectedIdSignal.value = undefined
    conversationSignal.value = undefined
    conversationFailureSignal.value = undefined
    outgoingSignal.value = []
    sentCountSignal.value = 0
    drafts.value = new Map()
  }),
)
