import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../ledger/result.ts'
import type { Identity, Sessions, Verified } from '../players/sessions.ts'
import { refuse } from './refusals.ts'

const MAX_TOKEN = 4096

/** Whose request it is, by its bearer token. Codes: badSignature, tokenExpired, banned. */
export type Authenticate = (request: FastifyRequest) => Promise<Verified>

export function bearer(sessions: Sessions): Authenticate {
  return async ({ headers: { authorization = '' } }) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (!token || token.length > MAX_TOKEN) return refused(Code.badSignature)
    return sessions.verify(token)
  }
}

/**
 * Makes a route one for players: its handler is told who asks. Anyone else is answered 401, whatever the code:
 * the app logs out on that status.
 */
export function forPlayers(authenticate: Authenticate) {
  type Handler = (identity: Identity, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  return (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await authenticate(request)
    return who.ok ? handler(who.identity, request, reply) : refuse(reply, who.code, who.params, 401)
  }
}
