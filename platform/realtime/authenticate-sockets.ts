import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { Code, type CodeValue } from '../../src/contract/codes.ts'
import { errorAnswer } from '../http/error-responses.ts'
import { type Identity, loginRoom, playerRoom, type RealtimeServer } from './sockets.ts'

/** Reads a token; the code says why it is not accepted. */
export type Verify = (token: string) => Promise<Identity | { readonly code: CodeValue }>

/** No player needs more pages than this. */
const MAX_SOCKETS_PER_PLAYER = 16
const Token = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) })

function refuse(code: CodeValue): Error {
  return Object.assign(new Error('refused'), { data: errorAnswer(code) })
}

/**
 * Lets nobody in from an address that is not permitted, nor without a token, in the handshake's payload or in its query string. The client is told why in
 * the `data` of its connect_error.
 */
export function authenticateSockets(
  io: RealtimeServer,
  verify: Verify,
  permits: (request: IncomingMessage) => boolean,
): void {
  io.use(async (socket, next) => {
    if (!permits(socket.request)) return next(refuse(Code.ipNotPermitted))
    const { auth, query } = socket.handshake
    const given = [auth, query].map((place) => v.safeParse(Token, place)).find((read) => read.success)
    if (!given?.success) return next(refuse(Code.badSignature))
    try {
      const known = await verify(given.output.token)
      if ('code' in known) return next(refuse(known.code))
      const open = io.of('/').adapter.rooms.get(playerRoom(known.playerId))?.size ?? 0
      if (open >= MAX_SOCKETS_PER_PLAYER) return next(refuse(Code.tooManyRequests))
      socket.data = { playerId: known.playerId, loginId: known.loginId }
      await socket.join([playerRoom(known.playerId), loginRoom(known.loginId)])
      return next()
    } catch {
      return next(refuse(Code.serverError))
    }
  })
}
