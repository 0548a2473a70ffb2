import * as v from 'valibot'

/**
 * GET /player/chat-identity: who a player is to the live chat's provider, and the proof that the operator's server
 * says so. `id` is opaque: it leads to nobody outside of that server. `hash` is the HMAC-SHA256 of `id` with the
 * provider's own secret, in hexadecimal digits. A server without it answers 404, and the chat is anonymous.
 */
export const ChatIdentity = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  hash: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
})
export type ChatIdentity = v.InferOutput<typeof ChatIdentity>

/** Whose pages stand in a frame of ours, for the providers whose address is known. */
export const CHAT_FRAMES: Readonly<Record<string, readonly string[]>> = {
  tawk: ['https://tawk.to', 'https://*.tawk.to'],
  livechat: ['https://*.livechatinc.com'],
}
