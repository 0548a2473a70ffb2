import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Id, RequestId } from './money.ts'
import { AmountAction } from './player.ts'
import { list, optional } from './tolerant.ts'

/* The calls of the extras: the team chat and the quick panel. Times are ISO 8601. */

/** The longest message, in characters, once the spaces around it are gone. */
export const MAX_MESSAGE_LENGTH = 1000

/** A contact's presence; any other value reads as `offline`. */
export const CHAT_STATUSES = ['online', 'do-not-disturb', 'away', 'offline'] as const
const ChatStatus = v.picklist(CHAT_STATUSES)
export type ChatStatus = v.InferOutput<typeof ChatStatus>

/** A contact that a player can write to. `avatar` is the address of a picture, if there is one. */
export const ChatContact = v.object({
  id: Id,
  name: v.string(),
  avatar: optional(v.string()),
  status: v.fallback(ChatStatus, 'offline'),
  /** Messages that the player has not opened yet. */
  unread: optional(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger(), v.minValue(0)),
    0,
  ),
})
export type ChatContact = v.InferOutput<typeof ChatContact>
/** GET /chat/contacts; the list may be empty. */
export const ChatContactsAnswer = list(ChatContact)

/** A chat that was begun with a contact. */
const ChatListEntry = v.object({
  contactId: Id,
  chatId: optional(Id),
  lastMessageTime: optional(v.string()),
})
const ChatList = list(ChatListEntry)

/** GET /chat/user: the player as the chat knows them. Answer of POST /chat/user/data too. */
export const ChatUser = v.object({
  id: Id,
  name: optional(v.string()),
  status: optional(ChatStatus),
  chatList: optional(ChatList, []),
})
export type ChatUser = v.InferOutput<typeof ChatUser>

/** POST /chat/user/data: how the player shows themselves. */
export const ChatUserData = v.strictObject({ status: ChatStatus })

/** `who` is the contact's id or the player's. `automatic`: no person wrote it; the app shows that. */
export const ChatMessage = v.object({
  id: optional(Id),
  who: Id,
  message: LocalizedText,
  time: v.string(),
  automatic: optional(v.boolean(), false),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/** Query of GET /chat/get-chat; `userId` is the player's own. It marks what the contact wrote as read. */
export const ChatQuery = v.object({ contactId: Id, userId: v.optional(Id) })

/** GET /chat/get-chat, the oldest message first. Before the first message the dialog is empty. */
export const ChatAnswer = v.object({
  chat: v.object({ id: Id, dialog: list(ChatMessage) }),
  userChatList: optional(ChatList),
})
export type ChatAnswer = v.InferOutput<typeof ChatAnswer>

/**
 * POST /chat/send-message. Sent again under the same `requestId` it is answered as the first time, and is one
 * message. Empty or too long: code 40000. Too many in a minute: 60011 with `seconds`.
 */
export const ChatSend = v.strictObject({
  chatId: v.nullish(Id),
  contactId: Id,
  messageText: v.pipe(
    v.string(),
    v.transform((written) => written.replaceAll('\r\n', '\n').trim()),
    v.maxLength(MAX_MESSAGE_LENGTH),
    // Something that can be seen, and nothing that no keyboard writes.
    v.regex(/[^\s\p{C}]/u),
    v.regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u),
  ),
  requestId: v.optional(RequestId),
})
export type ChatSend = v.InferOutput<typeof ChatSend>

/** Its answer: the message as it is kept. What else came since is found by get-chat and the contacts' `unread`. */
export const ChatSendAnswer = v.object({ message: ChatMessage, userChatList: optional(ChatList) })
export type ChatSendAnswer = v.InferOutput<typeof ChatSendAnswer>

/**
 * One line of the quick panel. An event that happened to the player carries what it was, so that it can be put
 * into any language: an account event's `type` (contract/player.ts, EVENT_TYPES) or a money movement's `action`
 * with its signed `amount` in cents. `title` and `detail` are for everything else.
 */
const QuickItem = v.object({
  id: Id,
  title: LocalizedText,
  detail: optional(LocalizedText, ''),
  time: optional(v.string()),
  type: optional(v.string()),
  action: optional(AmountAction),
  amount: optional(v.pipe(v.number(), v.safeInteger())),
  machine: optional(v.string()),
})
export type QuickItem = v.InferOutput<typeof QuickItem>

/** GET /quick-panel/data: events, the newest first, and notes. */
export const QuickPanelAnswer = v.object({
  events: optional(list(QuickItem), []),
  notes: optional(list(QuickItem), []),
})
export type QuickPanelAnswer = v.InferOutput<typeof QuickPanelAnswer>
