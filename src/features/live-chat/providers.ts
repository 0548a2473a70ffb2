import { computed, type ReadonlySignal } from '@preact/signals-react'
import * as v from 'valibot'
import { CHAT_IDS, type ChatIdentity, type ChatKind } from '../../contract/chat.ts'
import { fromJson } from '../../contract/json.ts'
import { parseUrl } from '../../contract/parse-url.ts'
import { operatorSettings } from '../../core/settings/operator.ts'
import type { Locale } from '../../i18n/index.ts'

/**
 * From the operator's settings: the id that the provider gave the operator, and the URL of a self-hosted
 * server.
 */
interface ProviderConfig {
  id: string
  url: string
}

/** The player's identity and language, which are all that a provider receives. */
interface ChatUser {
  identity: ChatIdentity | undefined
  locale: Locale
}

/**
 * The reaction to a message from the provider's page: messages to post back, and whether to hide the window.
 */
interface ChatReply {
  messages?: readonly string[]
  hide?: true
}

/**
 * A live chat provider. Its page runs in an iframe: none of its scripts runs in the app, and its page has no
 * access to the app. Its kind is in `src/contract/chat.ts`.
 */
export interface ChatProvider {
  /** The brand that players see; empty for a self-hosted chat. */
  name: string
  /** The URL of the chat page; undefined when the configuration is incomplete. */
  page(config: ProviderConfig, user: ChatUser): string | undefined
  /** Handles a message from the page, which is untrusted and not parsed yet. */
  handleMessage?(message: unknown, user: ChatUser): ChatReply
}

/** Tawk.to's direct chat link, which accepts no identity: players are anonymous there. */
export const tawk: ChatProvider = {
  name: 'Tawk.to',
  page({ id }) {
    const [, property, widget = 'default'] = CHAT_IDS.tawk.exec(id) ?? []
    return property && `https://tawk.to/chat/${property}/${widget}`
  },
}

/**
 * LiveChat's chat page. Its agents see the identity as two custom variables, and verify the hash themselves.
 */
export const livechat: ChatProvider = {
  name: 'LiveChat',
  page({ id }, { identity }) {
    if (!CHAT_IDS.livechat.test(id)) return undefined
    const query = new URLSearchParams({ groups: '0' })
    if (identity)
      query.set('params', new URLSearchParams({ id: identity.id, hash: identity.hash }).toString())
    return `https://secure.livechatinc.com/licence/${id}/open_chat.cgi?${query}`
  },
}

const CHATWOOT_PREFIX = 'chatwoot-widget:'
const ChatwootMessage = v.pipe(
  v.string(),
  v.transform((text) =>
    text.startsWith(CHATWOOT_PREFIX) ? fromJson(text.slice(CHATWOOT_PREFIX.length)) : undefined,
  ),
  v.object({ event: v.string() }),
)
const chatwootMessage = (event: string, more: object) => CHATWOOT_PREFIX + JSON.stringify({ event, ...more })

/**
 * Chatwoot, self-hosted: the widget page and the messages that Chatwoot's own script would use. The
 * conversation token is not stored: a returning player is recognised by the identity, or starts a new
 * conversation.
 */
export const chatwoot: ChatProvider = {
  name: '',
  page({ id, url }) {
    const given = parseUrl(url)
    if (!CHAT_IDS.chatwoot.test(id) || !given) return undefined
    // A page of the app's own origin would have access to the app.
    if (!/^https?:$/.test(given.protocol) || given.origin === location.origin) return undefined
    const page = new URL(`${url.replace(/\/+$/, '')}/widget`)
    page.searchParams.set('website_token', id)
    return page.href
  },
  handleMessage(message, { identity, locale }) {
    const parsed = v.safeParse(ChatwootMessage, message)
    if (!parsed.success) return {}
    if (parsed.output.event === 'closeWindow') return { hide: true }
    if (parsed.output.event !== 'loaded') return {}
    const config = { locale, position: 'right', hideMessageBubble: true, showPopoutButton: false }
    const user =
      identity &&
      chatwootMessage('set-user', { identifier: identity.id, user: { identifier_hash: identity.hash } })
    return {
      messages: [
        chatwootMessage('config-set', config),
        ...(user ? [user] : []),
        chatwootMessage('toggle-open', { isOpen: true }),
      ],
    }
  },
}

const PROVIDERS: Readonly<Record<ChatKind, ChatProvider>> = { tawk, livechat, chatwoot }
const ANONYMOUS: ChatUser = { identity: undefined, locale: 'tr' }

/** The operator's live chat; undefined when none is configured, or its configuration is incomplete. */
export const liveChat: ReadonlySignal<{ provider: ChatProvider; page(user: ChatUser): string } | undefined> =
  computed(() => {
    const { liveChat: kind, liveChatId: id, liveChatUrl: url } = operatorSettings.value
    const provider = kind === '' ? undefined : PROVIDERS[kind]
    if (!provider?.page({ id, url }, ANONYMOUS)) return undefined
    return { provider, page: (user) => provider.page({ id, url }, user) ?? '' }
  })
