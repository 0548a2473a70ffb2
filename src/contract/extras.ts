import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Id, RequestId } from './money.ts'
import { AmountAction } from './player.ts'

/* The calls of the extras: the team chat and the quick panel. Times are ISO 8601. */

/** The longest message, in characters, once the spaces around it are gone. */
export const MAX_MESSAGE_LENGTH = 1000

/** How somebody is; any other word reads as `offline`. */
export const CHAT_STATUSES = ['online', 'do-not-disturb', 'away', 'offline'] as const
const ChatStatus = v.picklist(CHAT_STATUSES)
export type ChatStatus = v.InferOutput<typeof ChatStatus>

/** Somebody a player can write to. `avatar` is the address of a picture, if there is one. */
export const ChatContact = v.object({
  id: Id,
  name: v.string(),
  avatar: v.nullish(v.string()),
  status: v.fallback(ChatStatus, 'offline'),
  /** Messages that the player has not opened yet. */
  unread: v.optional(
    v.fallback(
      v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger(), v.minValue(0)),
      0,
    ),
    0,
  ),
})
export type ChatContact = v.InferOutput<typeof ChatContact>
/** GET /chat/contacts; there may be nobody. */
export const ChatContactsAnswer = v.array(ChatContact)

/** A chat that was begun with a contact. */
const ChatListEntry = v.object({
  contactId: Id,
  chatId: v.nullish(Id),
  lastMessageTime: v.nullish(v.string()),
})
const ChatList = v.array(ChatListEntry)

/** GET /chat/user: the player as the chat knows them. Answer of POST /chat/user/data too. */
export const ChatUser = v.object({
  id: Id,
  name: v.nullish(v.string()),
  status: v.fallback(v.optional(ChatStatus), undefined),
  chatList: v.optional(ChatList, []),
})
export type ChatUser = v.InferOutput<typeof ChatUser>

/** POST /chat/user/data: how the player shows themselves. */
export const ChatUserData = v.strictObject({ status: ChatStatus })

/** `who` is the contact's id or the player's. `automatic`: no person wrote it, and whoever shows it says so. */
export const ChatMessage = v.object({
  id: v.nullish(Id),
  who: Id,
  message: LocalizedText,
  time: v.string(),
  automatic: v.optional(v.boolean(), false),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/** Query of GET /chat/get-chat; `userId` is the player's own. It marks what the contact wrote as read. */
export const ChatQuery = v.object({ contactId: Id, userId: v.optional(Id) })

/** GET /chat/get-chat, the oldest message first. With nobody written to yet the dialog is empty. */
export const ChatAnswer = v.object({
  chat: v.object({ id: Id, dialog: v.array(ChatMessage) }),
  userChatList: v.nullish(ChatList),
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
export const ChatSendAnswer = v.object({ message: ChatMessage, userChatList: v.nullish(ChatList) })
export type ChatSendAnswer = v.InferOutput<typeof ChatSendAnswer>

/**
 * One line of the quick panel. An event that happened to the player carries what it was, so that it can be put
 * into any language: an account event's `type` (contract/player.ts, EVENT_TYPES) or a money movement's `action`
 * with its signed `amount` in cents. `title` and `detail` are for everything else.
 */
const QuickItem = v.object({
  id: Id,
  title: LocalizedText,
  detail: v.optional(LocalizedText, ''),
  time: v.nullish(v.string()),
  type: v.nullish(v.string()),
  action: v.nullish(v.fallback(v.nullish(AmountAction), undefined)),
  amount: v.nullish(v.pipe(v.number(), v.safeInteger())),
  machine: v.nullish(v.string()),
})
export type QuickItem = v.InferOutput<typeof QuickItem>

/** GET /quick-panel/data: events, the newest first, and notes. */
export const QuickPanelAnswer = v.object({
  events: v.optional(v.array(QuickItem), []),
  notes: v.optional(v.array(QuickItem), []),
})
export type QuickPanelAnswer = v.InferOutput<typeof QuickPanelAnswer>
