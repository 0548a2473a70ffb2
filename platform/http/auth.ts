import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { MAX_TOKEN_LENGTH } from '../../src/contract/http.ts'
import { refused } from '../lib/result.ts'
import type { Identity, Logins, NotVerified, VerifiedToken } from '../players/logins.ts'
import type { Db } from '../store/db.ts'
import { refuse } from './error-responses.ts'

/**
 * Identifies a request's player by its bearer token. Codes: badSignature, tokenExpired, banned,
 * ipNotPermitted.
 */
export type Authenticate = (request: FastifyRequest) => Promise<VerifiedToken>

/** Undefined without a token, or for one that is too long to be valid. */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  return token && token.length <= MAX_TOKEN_LENGTH ? token : undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares tokens with a secret in constant time, by their digests, because that needs equal lengths. */
export function tokenComparison(secret: string): (token: string | undefined) => boolean {
  const expected = digest(secret)
  return (token = '') => timingSafeEqual(digest(token), expected)
}

/** `permits` checks the address of every request, because a token may be used from a forbidden one. */
export function authenticateBearer(
  logins: Logins,
  permits: (ip: string) => boolean = () => true,
): Authenticate {
  return async (request) => {
    const token = bearerToken(request)
    const verified: VerifiedToken =
      token === undefined ? refused(Code.badSignature) : await logins.verify(token)
    if (permits(request.ip)) return verified
    const playerId = verified.ok ? verified.identity.playerId : verified.playerId
    return { ...refused(Code.ipNotPermitted), ...(playerId !== undefined && { playerId }) }
  }
}

type Handler = (identity: Identity, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** Called before a refusal is sent. */
type OnRefused = (rejection: NotVerified, request: FastifyRequest) => Promise<void>

/**
 * Wraps a handler so that it receives the authenticated player. Any rejection is answered with 401, on which
 * the app logs out; the login itself stays valid, such as for a permitted address. `onAccepted` is called
 * before the handler.
 */
export function requirePlayer(
  authenticate: Authenticate,
  onAccepted: (identity: Identity, request: FastifyRequest) => Promise<void> = async () => {},
) {
  return (handler: Handler, onRefused?: OnRefused) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const verified = await authenticate(request)
      if (verified.ok) {
        await onAccepted(verified.identity, request)
        return handler(verified.identity, request, reply)
      }
      await onRefused?.(verified, request)
      return refuse(reply, verified.code, verified.params, 401)
    }
}

export type RequirePlayer = ReturnType<typeof requirePlayer>

/** What the routes of players share. */
export interface PlayerContext {
  db: Db
  player: RequirePlayer
  /** The same for calls that read: of one player a few run at once. */
  reader: RequirePlayer
  /** ms since 1970. */
  now: () => number
}
