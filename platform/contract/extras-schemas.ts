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
  ChatContact: describeObject(ChatContact, 'Somebody a player can write to.', {
    id: 'Id of the contact.',
    name: 'Shown.',
    avatar: optional('Address of a picture.', 'the initials'),
    status: '`online`, `do-not-disturb`, `away`, `offline`; any other reads as `offline`.',
    unread: optional('Messages that the player has not opened.', '0'),
  }),
  ChatContactsAnswer: describeValue(ChatContactsAnswer, 'All contacts; there may be none.'),
  ChatListEntry: describeObject(ChatUser.entries.chatList.wrapped.item, 'A chat that was begun.', {
    contactId: 'With whom.',
    chatId: optional('Id of the chat.', 'nothing was written yet'),
    lastMessageTime: optional('Of the newest message.', 'sorted last', 'ISO 8601'),
  }),
  ChatUser: describeObject(ChatUser, 'The player as the chat knows them.', {
    id: 'Id of the player.',
    name: optional('Shown.', 'the name of the session'),
    status: optional('How the player shows themselves.', '`offline`'),
    chatList: optional('Chats that were begun.', 'none'),
  }),
  ChatUserData: describeObject(ChatUserData, 'How the player shows themselves.', {
    status: 'The new status.',
  }),
  ChatMessage: describeObject(ChatMessage, 'A message.', {
    id: optional('Its id.', 'its place in the dialog'),
    who: "Id of the contact, or the player's.",
    message: 'The text.',
    time: iso('When it was written.'),
    automatic: optional('true: no person wrote it; the app says so.', 'a person wrote it'),
  }),
  ChatQuery: describeObject(ChatQuery, 'Which chat. What the contact wrote counts as read from then on.', {
    contactId: 'With whom.',
    userId: optional("The player's own id.", 'the player of the token'),
  }),
  ChatDialog: describeObject(ChatAnswer.entries.chat, 'A chat.', {
    id: 'Its id.',
    dialog: 'The messages, the oldest first.',
  }),
  ChatAnswer: describeObject(ChatAnswer, 'A chat with a contact.', {
    chat: 'The chat.',
    userChatList: optional('Chats that were begun.', 'unchanged'),
  }),
  ChatSend: describeObject(
    ChatSend,
    'A message to a contact: 1 to 1,000 characters without the spaces around it.',
    {
      chatId: optional('Id of the chat.', 'it begins with this message'),
      contactId: 'To whom.',
      messageText: 'The text.',
      requestId: optional(
        'The same message again under the same name is one message.',
        'each is a message of its own',
      ),
    },
  ),
  ChatSendAnswer: describeObject(ChatSendAnswer, 'The message as it is kept.', {
    message: 'The message.',
    userChatList: optional('Chats that were begun.', 'unchanged'),
  }),
  QuickItem: describeObject(QuickPanelAnswer.entries.events.wrapped.item, 'One line of the quick panel.', {
    id: 'Its id.',
    title: 'Shown where neither `type` nor `action` says what it is.',
    detail: optional('Second line.', 'none'),
    time: optional('When.', 'not shown', 'ISO 8601'),
    type: optional("An account event's type, shown in the player's language.", '`action`, else `title`'),
    action: optional("A money movement's kind, shown in the player's language.", '`type`, else `title`'),
    amount: optional('Signed, of a money movement.', 'no amount', 'cents'),
    machine: optional('Name of the machine.', 'not shown'),
  }),
  QuickPanelAnswer: describeObject(QuickPanelAnswer, 'What the quick panel lists.', {
    events: optional('Events, the newest first.', 'none'),
    notes: optional('Notes.', 'none'),
  }),
} as const
