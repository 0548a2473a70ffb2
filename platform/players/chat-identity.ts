import { createHmac } from 'node:crypto'
import type { ChatIdentity } from '../../src/contract/chat.ts'

const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex')

/**
 * Who each player is to the live chat's provider. The id is made with a key that never leaves this platform, so that
 * neither the provider nor whoever reads its records can tell whose it is; the hash is made with `secret`, which the
 * provider knows too.
 */
export function chatIdentities(key: Uint8Array, secret: string): (playerId: string) => ChatIdentity {
  return (playerId) => {
    const id = `player-${hmac(key, `live chat ${playerId}`).slice(0, 32)}`
    return { id, hash: hmac(secret, id) }
  }
}
