import * as v from 'valibot'
import type { OperatorSettings } from './settings-operator.ts'

/** The player's identity for the live chat's provider. */
export const ChatIdentity = v.object({
  // Opaque: only the server can map it to the player.
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  // HMAC-SHA256 of `id` with the provider's secret, in hexadecimal digits.
  hash: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
})
export type ChatIdentity = v.InferOutput<typeof ChatIdentity>

/** The kinds of live chat: the values of the setting. */
export type ChatKind = Exclude<OperatorSettings['liveChat'], ''>

/** The ids (`liveChatId`) with which each kind can open. */
export const CHAT_IDS = {
  tawk: /^(\w+)(?:\/(\w+))?$/, // * Property, and the widget if it is not the default one.
  livechat: /^\d+$/, // * The licence number.
  chatwoot: /./, // * The website token.
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
