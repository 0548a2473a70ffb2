import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, NotVerified } from '../players/logins.ts'
import type { Authenticate } from './auth.ts'
import { refuse } from './error-responses.ts'

/** A player, until the token of the request expires, in ms since 1970. */
export type TokenIdentity = Identity & { readonly expiresAt: number }

export type WhepAuth = ReturnType<typeof createWhepAuth>

/** Authenticates before a body is read, and again if a login ended meanwhile. */
export function createWhepAuth(authenticate: Authenticate) {
  const identities = new WeakMap<FastifyRequest, TokenIdentity & { endings: number }>()
  let endings = 0
  return {
    countEnding() {
      endings += 1
    },
    async onlyPlayers(request: FastifyRequest, reply: FastifyReply) {
      const before = endings
      const verified = await authenticate(request)
      if (verified.ok)
        identities.set(request, { ...verified.identity, expiresAt: verified.expiresAt, endings: before })
      else return unauthorized(reply, verified)
    },
    identityOf: (request: FastifyRequest): TokenIdentity =>
      identities.get(request) ?? { playerId: '', loginId: '', expiresAt: 0 },
    /** The refusal if the request's login ended since `onlyPlayers`. */
    async verifyAgain(request: FastifyRequest) {
      if (identities.get(request)?.endings === endings) return undefined
      const verified = await authenticate(request)
      return verified.ok ? undefined : verified
    },
  }
}

export const unauthorized = (reply: FastifyReply, { code, params }: NotVerified) =>
  refuse(reply.header('www-authenticate', 'Bearer'), code, params, 401)
