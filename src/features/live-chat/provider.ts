import type { ChatIdentity } from '../../contract/chat.ts'
import type { Locale } from '../../i18n/index.ts'

/** What the settings say of the chat: the provider's name for the operator, and the address of a server of theirs. */
export interface ChatPlace {
  id: string
  url: string
}

/** Who talks, and in which language. Nothing else of a player is given to a provider. */
export interface ChatGuest {
  who: ChatIdentity | undefined
  locale: Locale
}

/** What the window does about a message of the provider's page. */
export interface ChatReply {
  say?: readonly string[]
  hide?: true
}

/**
 * A live chat, as a page of its provider's that stands in a frame: no script of theirs runs in the app, and their
 * page can not reach into it. A further provider is one more of these.
 */
export interface ChatProvider {
  /** As players know it; empty for an operator's own. */
  name: string
  /** The address of its page; undefined where the settings do not name one. */
  page(place: ChatPlace, guest: ChatGuest): string | undefined
  /** Answers what its page has sent, unread. */
  answer?(message: unknown, guest: ChatGuest): ChatReply
}
