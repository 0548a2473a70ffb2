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

/** A contact of the team chat. */
export const ChatContact = v.object({
  id: Id, // Id of the contact.
  name: v.string(), // The displayed name.
  avatar: optional(v.string()), // Address of a picture. Absent: the initials.
  // `online`, `do-not-disturb`, `away`, `offline`; any other text counts as `offline`.
  status: v.fallback(ChatStatus, 'offline'),
  // Messages that the player has not opened. Absent: 0.
  unread: optional(
    v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger(), v.minValue(0)),
    0,
  ),
})
export type ChatContact = v.InferOutput<typeof ChatContact>
/** All contacts; may be empty. */
export const ChatContactsAnswer = list(ChatContact)

/** An existing chat. */
export const ChatListEntry = v.object({
  contactId: Id, // Id of the contact.
  chatId: optional(Id), // Id of the chat. Absent: the chat has no message yet.
  lastMessageTime: optional(v.string()), // Time of the newest message [ISO 8601]. Absent: sorted last.
})
const ChatList = list(ChatListEntry)

/** The player's chat profile. */
export const ChatUser = v.object({
  id: Id, // Id of the player.
  name: optional(v.string()), // The displayed name. Absent: the name of the login.
  status: optional(ChatStatus), // The player's chat status. Absent: `offline`.
  chatList: optional(ChatList, []), // Existing chats. Absent: none.
})
export type ChatUser = v.InferOutput<typeof ChatUser>

/** A change of the player's chat status. */
export const ChatUserData = v.strictObject({ /* The new status. */ status: ChatStatus })

/** A message. */
export const ChatMessage = v.object({
  id: optional(Id), // Its id. Absent: its position in the dialog.
  who: Id, // Id of the contact, or the player's.
  message: LocalizedText, // The text.
  time: v.string(), // Time of writing [ISO 8601].
  // true: written automatically; the app marks it. Absent: written by a person.
  automatic: optional(v.boolean(), false),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/** Selects a chat. The messages of the contact count as read from then on. */
export const ChatQuery = v.object({
  contactId: Id, // Id of the contact.
  userId: v.optional(Id), // The player's own id. Absent: the player of the token.
})

/** A chat with a contact. */
export const ChatAnswer = v.object({
  // The chat.
  chat: v.object({ /* Its id. */ id: Id, /* The messages, the oldest first. */ dialog: list(ChatMessage) }),
  userChatList: optional(ChatList), // Existing chats. Absent: unchanged.
})
export type ChatAnswer = v.InferOutput<typeof ChatAnswer>

/** A message to a contact: 1 to 1,000 characters without the spaces around it. */
export const ChatSend = v.strictObject({
  chatId: v.nullish(Id), // Id of the chat. Absent: a new chat starts with this message.
  contactId: Id, // Id of the contact.
  // The text.
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
  // A message that is repeated with the same name is stored once. Absent: each request is a new message.
  requestId: v.optional(RequestId),
})
export type ChatSend = v.InferOutput<typeof ChatSend>

/** The stored message. `/chat/get-chat` and `unread` of the contacts tell of other new messages. */
export const ChatSendAnswer = v.object({
  message: ChatMessage, // The message.
  userChatList: optional(ChatList), // Existing chats. Absent: unchanged.
})
export type ChatSendAnswer = v.InferOutput<typeof ChatSendAnswer>

/** One line of the quick panel. */
export const QuickItem = v.object({
  id: Id, // Its id.
  title: LocalizedText, // Shown if neither `type` nor `action` is known.
  detail: optional(LocalizedText, ''), // Second line. Absent: none.
  time: optional(v.string()), // Time [ISO 8601]. Absent: not shown.
  // Type of an account event, shown in the player's language. Absent: `action`, else `title`.
  type: optional(v.string()),
  // Kind of a money movement, shown in the player's language. Absent: `type`, else `title`.
  action: optional(AmountAction),
  // Signed amount of a money movement [cents]. Absent: no amount.
  amount: optional(v.pipe(v.number(), v.safeInteger())),
  machine: optional(v.string()), // Name of the machine. Absent: not shown.
})
export type QuickItem = v.InferOutput<typeof QuickItem>

/** The content of the quick panel. */
export const QuickPanelAnswer = v.object({
  events: optional(list(QuickItem), []), // Events, the newest first. Absent: none.
  notes: optional(list(QuickItem), []), // Notes. Absent: none.
})
export type QuickPanelAnswer = v.InferOutput<typeof QuickPanelAnswer>
