import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { MAX_TOKEN_LENGTH } from '../../src/contract/http.ts'
import { errorAnswer } from '../http/error-responses.ts'
import type { ConnectLimits } from './limit-connections.ts'
import { loginRoom, playerRoom, type RealtimeServer, type VerifiedIdentity } from './sockets.ts'

/** Verifies a token; `code` is the reason of a rejection. */
export type Verify = (token: string) => Promise<VerifiedIdentity | { readonly code: RefusalCode }>
/** The login that a token's signature names; undefined if the signature is not valid. Reads no database. */
export type SignedLogin = (token: string) => Promise<string | undefined>

const MAX_SOCKETS_PER_PLAYER = 16
const Token = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TOKEN_LENGTH)) })

function refuse(code: RefusalCode): Error {
  return Object.assign(new Error('refused'), { data: errorAnswer(code) })
}

/**
 * Rejects handshakes from an address that is not permitted, or without a valid token in the payload or the
 * query string. The reason is the `data` of the client's connect_error.
 */
export function authenticateSockets(
  io: RealtimeServer,
  { verify, signedLogin }: { verify: Verify; signedLogin: SignedLogin },
  permits: (request: IncomingMessage) => boolean,
  limits: ConnectLimits,
): void {
  io.use(async (socket, next) => {
    if (!permits(socket.request)) return next(refuse(Code.ipNotPermitted))
    if (!limits.mayTry(socket.conn)) {
      next(refuse(Code.tooManyRequests))
      // After the error packet, which is sent in the next tick.
      setImmediate(() => socket.conn.close())
      return
    }
    const reject = (code: RefusalCode) => next(refuse(code))
    const { auth, query } = socket.handshake
    const parsed = [auth, query].map((source) => v.safeParse(Token, source)).find((result) => result.success)
    if (!parsed?.success) return reject(Code.badSignature)
    try {
      const { token } = parsed.output
      const signed = await signedLogin(token)
      if (signed !== undefined) {
        if (!limits.mayVerify(signed)) return reject(Code.tooManyRequests)
        limits.recognize(socket.conn)
      }
      const identity = await verify(token)
      if ('code' in identity) return reject(identity.code)
      const open = io.of('/').adapter.rooms.get(playerRoom(identity.playerId))?.size ?? 0
      if (open >= MAX_SOCKETS_PER_PLAYER) return reject(Code.tooManyRequests)
      const { playerId, loginId, expiresAt } = identity
      socket.data = { playerId, loginId, expiresAt }
      await socket.join([playerRoom(playerId), loginRoom(loginId)])
      return next()
    } catch {
      return next(refuse(Code.serverError))
    }
  })
}
