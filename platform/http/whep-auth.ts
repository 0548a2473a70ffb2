import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, NotVerified } from '../players/logins.ts'
import type { Authenticate } from './auth.ts'
import { refuse } from './error-responses.ts'

export type WhepAuth = ReturnType<typeof createWhepAuth>

/** Authenticates before a body is read, and again if a login ended meanwhile. */
export function createWhepAuth(authenticate: Authenticate) {
  const identities = new WeakMap<FastifyRequest, Identity & { endings: number }>()
  let endings = 0
  return {
    countEnding() {
      endings += 1
    },
    async onlyPlayers(request: FastifyRequest, reply: FastifyReply) {
      const before = endings
      const verified = await authenticate(request)
      if (verified.ok) identities.set(request, { ...verified.identity, endings: before })
      else return unauthorized(reply, verified)
    },
    identityOf: (request: FastifyRequest): Identity =>
      identities.get(request) ?? { playerId: '', loginId: '' },
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
