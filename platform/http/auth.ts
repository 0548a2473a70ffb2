import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import type { Identity, NotVerified, Sessions, Verified } from '../players/sessions.ts'
import { refuse } from './error-responses.ts'

const MAX_TOKEN = 4096

/** Whose request it is, by its bearer token. Codes: badSignature, tokenExpired, banned, ipNotPermitted. */
export type Authenticate = (request: FastifyRequest) => Promise<Verified>

/** The bearer token of a request; undefined without one, or with one that nobody ever gave. */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  return token && token.length <= MAX_TOKEN ? token : undefined
}

/**
 * `permits`: may somebody from this address play? From one that may not, no token is good: a gate at the login
 * alone would be passed by carrying a token in from elsewhere.
 */
export function authenticateBearer(
  sessions: Sessions,
  permits: (ip: string) => boolean = () => true,
): Authenticate {
  return async (request) => {
    const token = bearerToken(request)
    const who: Verified = token === undefined ? refused(Code.badSignature) : await sessions.verify(token)
    if (permits(request.ip)) return who
    const playerId = who.ok ? who.identity.playerId : who.playerId
    return { ...refused(Code.ipNotPermitted), ...(playerId !== undefined && { playerId }) }
  }
}

type Handler = (identity: Identity, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** Told of a request that was refused, before it is answered. */
type OnRefused = (who: NotVerified, request: FastifyRequest) => Promise<void>

/**
 * Makes a route one for players: its handler is told who asks. Anyone else is answered 401, whatever the code:
 * the app logs out on that status. That goes for an address that is not permitted too: there the player must not
 * go on, the login itself stays good where it came from.
 */
export function requirePlayer(authenticate: Authenticate) {
  return (handler: Handler, onRefused?: OnRefused) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const who = await authenticate(request)
      if (who.ok) return handler(who.identity, request, reply)
      await onRefused?.(who, request)
      return refuse(reply, who.code, who.params, 401)
    }
}
