import * as v from 'valibot'
import type { OperatorSettings } from './settings-operator.ts'

/**
 * GET /player/chat-identity: identifies a player to the live chat's provider, with a proof from the
 * operator's server. `id` is opaque outside that server. `hash` is the HMAC-SHA256 of `id` with the
 * provider's secret, in hexadecimal. A server without this call answers 404, and the chat is anonymous.
 */
export const ChatIdentity = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  hash: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
})
export type ChatIdentity = v.InferOutput<typeof ChatIdentity>

/** The kinds of live chat: the values of the setting. */
export type ChatKind = Exclude<OperatorSettings['liveChat'], ''>

/** The ids (`liveChatId`) with which each kind can open. */
export const CHAT_IDS = {
  /** Property, and the widget if it is not the default one. */
  tawk: /^(\w+)(?:\/(\w+))?$/,
  /** The licence number. */
  livechat: /^\d+$/,
  /** The website token. */
  chatwoot: /./,
} as const satisfies Readonly<Record<ChatKind, RegExp>>

/**
 * The origins of the providers' chat pages, which the page's policy permits as iframes; undefined for a
 * self-hosted chat, whose origin is a setting.
 */
export const CHAT_FRAMES: Readonly<Record<ChatKind, readonly string[] | undefined>> = {
  tawk: ['https://tawk.to', 'https://*.tawk.to'],
  livechat: ['https://*.livechatinc.com'],
  chatwoot: undefined,
}
