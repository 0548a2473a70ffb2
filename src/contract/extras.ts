import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Id, RequestId } from './money.ts'
import { AmountAction } from './player.ts'
import { list, optional } from './tolerant.ts'

/* The calls of the extras: the team chat and the quick panel. Times are ISO 8601. */

/** Maximum length of a message in characters, without the spaces around it. */
export const MAX_MESSAGE_LENGTH = 1000

/** A contact's presence; any other value reads as `offline`. */
export const CHAT_STATUSES = ['online', 'do-not-disturb', 'away', 'offline'] as const
const ChatStatus = v.picklist(CHAT_STATUSES)
export type ChatStatus = v.InferOutput<typeof ChatStatus>

/** A contact to whom the player can write. `avatar` is the URL of a picture. */
export const ChatContact = v.object({
  id: Id,
  name: v.string(),
  avatar: optional(v.string()),
  status: v.fallback(ChatStatus, 'offline'),
  /** The number of messages that the player has not opened. */
  unread: optional(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger(), v.minValue(0)),
    0,
  ),
})
export type ChatContact = v.InferOutput<typeof ChatContact>
/** GET /chat/contacts; the list may be empty. */
export const ChatContactsAnswer = list(ChatContact)

/** A chat that already has messages. */
const ChatListEntry = v.object({
  contactId: Id,
  chatId: optional(Id),
  lastMessageTime: optional(v.string()),
})
const ChatList = list(ChatListEntry)

/** GET /chat/user: the player's chat user. Also the answer of POST /chat/user/data. */
export const ChatUser = v.object({
  id: Id,
  name: optional(v.string()),
  status: optional(ChatStatus),
  chatList: optional(ChatList, []),
})
export type ChatUser = v.InferOutput<typeof ChatUser>

/** POST /chat/user/data: sets the player's status. */
export const ChatUserData = v.strictObject({ status: ChatStatus })

/**
 * `who` is the contact's id or the player's. `automatic`: a program wrote the message; the app shows that.
 */
export const ChatMessage = v.object({
  id: optional(Id),
  who: Id,
  message: LocalizedText,
  time: v.string(),
  automatic: optional(v.boolean(), false),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/**
 * Query of GET /chat/get-chat; `userId` is the player's own. The call marks the contact's messages as read.
 */
export const ChatQuery = v.object({ contactId: Id, userId: v.optional(Id) })

/** GET /chat/get-chat, oldest message first. Before the first message the dialog is empty. */
export const ChatAnswer = v.object({
  chat: v.object({ id: Id, dialog: list(ChatMessage) }),
  userChatList: optional(ChatList),
})
export type ChatAnswer = v.InferOutput<typeof ChatAnswer>

/**
 * POST /chat/send-message. A repeated `requestId` gets the first answer, and the message is stored once.
 * Empty or too long: code 40000. Too many per minute: 60011 with `seconds`.
 */
export const ChatSend = v.strictObject({
  chatId: v.nullish(Id),
  contactId: Id,
  messageText: v.pipe(
    v.string(),
    v.transform((written) =>
      written
        .replaceAll('\r\n', '\n')
        .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
        .trim(),
    ),
    v.maxLength(MAX_MESSAGE_LENGTH),
    // At least one visible character, and no control characters except line breaks and tabs.
    v.regex(/[^\s\p{C}]/u),
    v.regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u),
  ),
  requestId: v.optional(RequestId),
})
export type ChatSend = v.InferOutput<typeof ChatSend>

/** Its answer: the stored message. Other new messages are found by get-chat and by the contacts' `unread`. */
export const ChatSendAnswer = v.object({ message: ChatMessage, userChatList: optional(ChatList) })
export type ChatSendAnswer = v.InferOutput<typeof ChatSendAnswer>

/**
 * A line of the quick panel. Events of the player carry data that the app translates: an account event its
 * `type` (contract/player.ts, EVENT_TYPES), a money movement its `action` and signed `amount` in cents.
 * `title` and `detail` are for all other lines.
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

/** GET /quick-panel/data: events, newest first, and notes. */
export const QuickPanelAnswer = v.object({
  events: optional(list(QuickItem), []),
  notes: optional(list(QuickItem), []),
})
export type QuickPanelAnswer = v.InferOutput<typeof QuickPanelAnswer>
