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
export type Load = 'loading' | 'ready' | 'failed' | 'absent'

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
  readonly dialog: readonly ChatMessage[]
}

const people = signal<readonly ChatContact[]>([])
const peopleAre = signal<Load>('loading')
const peopleFailed = signal<Failure | undefined>(undefined)
const me = signal<ChatUser | undefined>(undefined)
const chosen = signal<string | undefined>(undefined)
const talk = signal<Conversation | undefined>(undefined)
const talkFailed = signal<Failure | undefined>(undefined)
const leaving = signal<readonly Outgoing[]>([])
const gone = signal(0)
const drafts = signal<ReadonlyMap<string, string>>(new Map())
/** Each grows with every question and with what makes the answers to older ones worthless. */
let peopleTurn = 0
let talkTurn = 0
let meTurn = 0

export const contacts: ReadonlySignal<readonly ChatContact[]> = people
export const contactsLoad: ReadonlySignal<Load> = peopleAre
/** Why the contacts did not come when they were asked for last; what came before stays. */
export const contactsFailure: ReadonlySignal<Failure | undefined> = peopleFailed
/** The player as the chat knows them, once it has said it. */
export const chatUser: ReadonlySignal<ChatUser | undefined> = me
/** The contact whose chat is on show. */
export const selected: ReadonlySignal<ChatContact | undefined> = computed(() =>
  people.value.find(({ id }) => id === chosen.value),
)
/** The messages with that contact, the oldest first; undefined until they have come. */
export const dialog: ReadonlySignal<readonly ChatMessage[] | undefined> = computed(() => talk.value?.dialog)
export const dialogFailure: ReadonlySignal<Failure | undefined> = talkFailed
/** What is on its way to that contact, or did not get there. */
export const outgoing: ReadonlySignal<readonly Outgoing[]> = computed(() =>
  leaving.value.filter(({ contactId }) => contactId === chosen.value),
)
/** How many messages have got there: whoever wrote waits for an answer. */
export const sentCount: ReadonlySignal<number> = gone
/** What was typed and is not sent yet, for the contact on show. */
export const draft: ReadonlySignal<string> = computed(() => drafts.value.get(chosen.value ?? '') ?? '')
/** Messages that wait to be opened, of all contacts. */
export const unread: ReadonlySignal<number> = computed(() =>
  people.value.reduce((sum, one) => sum + one.unread, 0),
)

/** The contacts are asked for; hand the number to `takeContacts`. */
export const contactsAsked = (): number => ++peopleTurn

/**
 * Takes the contacts, or why they did not come. Answers who has written since they were known last, and is not on
 * show; nobody the first time. An answer to an older question is dropped.
 */
export function takeContacts(
  turn: number,
  answer: readonly ChatContact[] | undefined,
  failure?: Failure,
): readonly ChatContact[] {
  if (turn !== peopleTurn) return []
  const before = people.peek()
  const known = peopleAre.peek() === 'ready'
  batch(() => {
    peopleFailed.value = failure
    // What the chat on show has, has been read.
    if (answer) people.value = answer.map((one) => (one.id === chosen.peek() ? { ...one, unread: 0 } : one))
    if (answer) peopleAre.value = 'ready'
    else if (!known) peopleAre.value = failure?.status === 404 ? 'absent' : 'failed'
  })
  if (!answer || !known) return []
  return people
    .peek()
    .filter(({ id, unread: now }) => now > (before.find((one) => one.id === id)?.unread ?? 0))
}

/** The contacts are asked for by hand once more: until they come that is what is shown. */
export function contactsAgain(): void {
  if (peopleAre.peek() === 'failed') peopleAre.value = 'loading'
}

/** The chat's word on the player is asked for; hand the number to `takeChatUser`. */
export const chatUserAsked = (): number => ++meTurn

/** Takes it. An answer to an older question is dropped: false then. */
export function takeChatUser(turn: number, answer: ChatUser): boolean {
  if (turn === meTurn) me.value = answer
  return turn === meTurn
}

/** Shows the player with this status until the server has answered. Gives what it was. */
export function showStatus(status: ChatStatus): ChatUser | undefined {
  const before = me.peek()
  if (before) me.value = { ...before, status }
  return before
}

/** Shows the chat with this contact, or with none. */
export function select(contactId: string | undefined): void {
  if (chosen.peek() === contactId) return
  batch(() => {
    talkTurn++
    chosen.value = contactId
    talk.value = undefined
    talkFailed.value = undefined
    people.value = people.peek().map((one) => (one.id === contactId ? { ...one, unread: 0 } : one))
  })
}

/** The messages on show are asked for: the number for `takeChat`, and whose they are. */
export function chatAsked(): { turn: number; contactId: string } | undefined {
  const contactId = chosen.peek()
  return contactId === undefined ? undefined : { turn: ++talkTurn, contactId }
}

/** Two messages are one by their id; a server without ids is known by what was said when. */
const keyOf = ({ id, who, time, message }: ChatMessage) =>
  id ?? `${who} ${time} ${typeof message === 'string' ? message : Object.values(message)}`

/** Each message once, where it came first. */
const once = (list: readonly ChatMessage[]) => [
  ...new Map(list.map((message) => [keyOf(message), message])).values(),
]

/**
 * Takes the messages, or why they did not come: those on show stay. What belongs to another chat is dropped. A
 * message whose answer was lost did get there when it is among those that are new.
 */
export function takeChat(turn: number, answer: ChatAnswer | undefined, failure?: Failure): void {
  const contactId = chosen.peek()
  if (turn !== talkTurn || contactId === undefined) return
  batch(() => {
    talkFailed.value = failure
    if (!answer) return
    const before = new Set(talk.peek()?.dialog.map(keyOf))
    const list = once(answer.chat.dialog)
    const arrived = talk.peek()
      ? list.filter((one) => one.who !== contactId && !before.has(keyOf(one))).map(({ message }) => message)
      : []
    talk.value = { contactId, id: answer.chat.id, dialog: list }
    leaving.value = leaving
      .peek()
      .filter((one) => !(one.failure && one.contactId === contactId && arrived.includes(one.text)))
  })
}

/** The id of the chat with this contact, as far as it is known. */
export function chatIdOf(contactId: string): string | undefined {
  const shown = talk.peek()
  if (shown?.contactId === contactId) return shown.id
  const entry = me.peek()?.chatList.find((one) => one.contactId === contactId)
  return entry?.chatId ?? undefined
}

/** Keeps what is being typed. */
export function keepDraft(text: string): void {
  const to = chosen.peek()
  if (to !== undefined) drafts.value = new Map(drafts.peek()).set(to, text)
}

/** A message goes out, or goes out again: shown as being on its way, and no longer typed. */
export function sending(message: Outgoing): void {
  batch(() => {
    const list = leaving.peek()
    const known = list.some(({ requestId }) => requestId === message.requestId)
    leaving.value = known
      ? list.map((one) => (one.requestId === message.requestId ? message : one))
      : [...list, message]
    if (!known) drafts.value = new Map(drafts.peek()).set(message.contactId, '')
  })
}

/**
 * The server has a message: it is on its way no more, and stands in its chat if that is on show. What was asked
 * before may not know of it and is dropped. An answer that comes twice, or to another player, changes nothing.
 */
export function sent(requestId: string, { message }: ChatSendAnswer): void {
  const known = leaving.peek().find((one) => one.requestId === requestId)
  if (!known) return
  batch(() => {
    leaving.value = leaving.peek().filter((one) => one !== known)
    gone.value++
    const shown = talk.peek()
    if (shown?.contactId !== known.contactId) return
    talkTurn++
    talk.value = { ...shown, dialog: once([...shown.dialog, message]) }
  })
}

/** A message did not get there; it stays, to be sent again or given up. */
export function notSent(requestId: string, failure: Failure): void {
  leaving.value = leaving.peek().map((one) => (one.requestId === requestId ? { ...one, failure } : one))
}

/** A message that did not get there is given up. */
export function giveUp(requestId: string): void {
  leaving.value = leaving.peek().filter((one) => one.requestId !== requestId || !one.failure)
}

// All of it is one player's, and what is still under way finds its turn over.
onSessionEnd(() =>
  batch(() => {
    peopleTurn++
    talkTurn++
    meTurn++
    people.value = []
    peopleAre.value = 'loading'
    peopleFailed.value = undefined
    me.value = undefined
    chosen.value = undefined
    talk.value = undefined
    talkFailed.value = undefined
    leaving.value = []
    gone.value = 0
    drafts.value = new Map()
  }),
)
