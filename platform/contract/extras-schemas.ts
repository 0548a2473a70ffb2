import {
  ChatAnswer,
  ChatContact,
  ChatContactsAnswer,
  ChatMessage,
  ChatQuery,
  ChatSend,
  ChatSendAnswer,
  ChatUser,
  ChatUserData,
  QuickPanelAnswer,
} from '../../src/contract/extras.ts'
import { describeObject, describeValue, iso, optional } from './field-docs.ts'

/** The team chat and the quick panel, which the setting `extras` switches on. */
export const EXTRAS_SCHEMAS = {
  ChatContact: describeObject(ChatContact, 'A contact of the team chat.', {
    id: 'Id of the contact.',
    name: 'The displayed name.',
    avatar: optional('Address of a picture.', 'the initials'),
    status: '`online`, `do-not-disturb`, `away`, `offline`; any other text counts as `offline`.',
    unread: optional('Messages that the player has not opened.', '0'),
  }),
  ChatContactsAnswer: describeValue(ChatContactsAnswer, 'All contacts; may be empty.'),
  ChatListEntry: describeObject(ChatUser.entries.chatList.wrapped.item, 'An existing chat.', {
    contactId: 'Id of the contact.',
    chatId: optional('Id of the chat.', 'the chat has no message yet'),
    lastMessageTime: optional('Time of the newest message.', 'sorted last', 'ISO 8601'),
  }),
  ChatUser: describeObject(ChatUser, "The player's chat profile.", {
    id: 'Id of the player.',
    name: optional('The displayed name.', 'the name of the login'),
    status: optional("The player's chat status.", '`offline`'),
    chatList: optional('Existing chats.', 'none'),
  }),
  ChatUserData: describeObject(ChatUserData, "A change of the player's chat status.", {
    status: 'The new status.',
  }),
  ChatMessage: describeObject(ChatMessage, 'A message.', {
    id: optional('Its id.', 'its position in the dialog'),
    who: "Id of the contact, or the player's.",
    message: 'The text.',
    time: iso('Time of writing.'),
    automatic: optional('true: written automatically; the app marks it.', 'written by a person'),
  }),
  ChatQuery: describeObject(
    ChatQuery,
    'Selects a chat. The messages of the contact count as read from then on.',
    {
      contactId: 'Id of the contact.',
      userId: optional("The player's own id.", 'the player of the token'),
    },
  ),
  ChatDialog: describeObject(ChatAnswer.entries.chat, 'A chat.', {
    id: 'Its id.',
    dialog: 'The messages, the oldest first.',
  }),
  ChatAnswer: describeObject(ChatAnswer, 'A chat with a contact.', {
    chat: 'The chat.',
    userChatList: optional('Existing chats.', 'unchanged'),
  }),
  ChatSend: describeObject(
    ChatSend,
    'A message to a contact: 1 to 1,000 characters without the spaces around it.',
    {
      chatId: optional('Id of the chat.', 'a new chat starts with this message'),
      contactId: 'Id of the contact.',
      messageText: 'The text.',
      requestId: optional(
        'A message that is repeated with the same name is stored once.',
        'each request is a new message',
      ),
    },
  ),
  ChatSendAnswer: describeObject(ChatSendAnswer, 'The stored message.', {
    message: 'The message.',
    userChatList: optional('Existing chats.', 'unchanged'),
  }),
  QuickItem: describeObject(QuickPanelAnswer.entries.events.wrapped.item, 'One line of the quick panel.', {
    id: 'Its id.',
    title: 'Shown if neither `type` nor `action` is known.',
    detail: optional('Second line.', 'none'),
    time: optional('Time.', 'not shown', 'ISO 8601'),
    type: optional("Type of an account event, shown in the player's language.", '`action`, else `title`'),
    action: optional("Kind of a money movement, shown in the player's language.", '`type`, else `title`'),
    amount: optional('Signed amount of a money movement.', 'no amount', 'cents'),
    machine: optional('Name of the machine.', 'not shown'),
  }),
  QuickPanelAnswer: describeObject(QuickPanelAnswer, 'The content of the quick panel.', {
    events: optional('Events, the newest first.', 'none'),
    notes: optional('Notes.', 'none'),
  }),
} as const
