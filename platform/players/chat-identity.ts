import { createHmac } from 'node:crypto'
import type { ChatIdentity } from '../../src/contract/chat.ts'

const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex')

/**
 * Pseudonyms of players for the live chat provider. The id derives from a key that never leaves the platform,
 * so the provider cannot map it to a player; the hash proves it with `secret`, which the provider shares.
 */
export function chatIdentities(key: Uint8Array, secret: string): (playerId: string) => ChatIdentity {
  return (playerId) => {
    const id = `player-${hmac(key, `live chat ${playerId}`).slice(0, 32)}`
    return { id, hash: hmac(secret, id) }
  }
}
