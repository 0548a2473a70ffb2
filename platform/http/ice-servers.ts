import { createHmac } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** An ICE server, as in RTCIceServer. */
export interface IceServer {
  readonly urls: string
  readonly username?: string
  readonly credential?: string
}

/** A player's ICE servers. Their credentials are valid from now, at most until `until` (ms since 1970). */
export type IceServersOf = (playerId: string, until: number) => readonly IceServer[]

/**
 * Makes the credentials of TURN servers that share a secret with the platform (coturn: `use-auth-secret`,
 * draft-uberti-behave-turn-rest-00): the username is the time of expiry and a user, the credential its
 * HMAC-SHA1. The user is a pseudonym that stays the same for a player, so that the server can limit each user
 * (`user-quota`). A credential cannot be revoked, so it is valid no longer than its player's token.
 */
export function createIceServers(
  { urls, turnSecret, ttlSeconds }: Config['ice'],
  now: () => number,
): IceServersOf {
  const hmac = (algorithm: string, text: string) => createHmac(algorithm, turnSecret ?? '').update(text)
  return (playerId, until) => {
    if (turnSecret === undefined) return urls.map((url) => ({ urls: url }))
    const user = hmac('sha256', `player ${playerId}`).digest('base64url').slice(0, 22)
    const expiry = Math.floor(Math.min(now() + ttlSeconds * 1000, until) / 1000)
    const username = `${expiry}:${user}`
    const credential = hmac('sha1', username).digest('base64')
    return urls.map((url) => (/^turn/i.test(url) ? { urls: url, username, credential } : { urls: url }))
  }
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** ICE servers as values of the Link header, in WHEP's syntax. */
export function iceServerLinks(servers: readonly IceServer[]): string[] {
  return servers.map(({ urls, username, credential }) => {
    const login = username && `; username=${quoted(username)}; credential=${quoted(credential ?? '')}`
    return `<${urls}>; rel="ice-server"${login ? `${login}; credential-type="password"` : ''}`
  })
}
