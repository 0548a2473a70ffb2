import type * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { AuthRequest } from '../../src/contract/live.ts'
import type { Clock } from '../lib/clock.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Verify } from './authenticate-sockets.ts'
import { loginRoom, type RealtimeSocket } from './sockets.ts'

/** The longest delay of a timer of Node. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Disconnects a socket when its token expires; a seat is held as after a lost connection, and the client
 * comes back with its newest token. Returns the handler that goes on with a renewed token of the same player.
 * Codes: those of `verify`, badSignature for another player's token.
 */
export function endWithToken(
  socket: RealtimeSocket,
  { verify, endOf }: { verify: Verify; endOf(loginId: string): RefusalCode | undefined },
  clock: Clock,
) {
  let cancel = () => {}
  function schedule(): void {
    cancel()
    const left = Math.max(socket.data.expiresAt - clock.now(), 0)
    cancel = clock.after(Math.min(left, MAX_TIMER_MS), () =>
      left > MAX_TIMER_MS ? schedule() : socket.disconnect(true),
    )
  }
  socket.on('disconnect', () => cancel())
  schedule()

  return async ({ token }: v.InferOutput<typeof AuthRequest>): Promise<Result<object>> => {
    const renewed = await verify(token)
    if ('code' in renewed) return refused(renewed.code)
    const { playerId, loginId, expiresAt } = renewed
    const before = socket.data
    if (playerId !== before.playerId) return refused(Code.badSignature)
    if (loginId !== before.loginId) await socket.join(loginRoom(loginId))
    // From here on its end reaches the socket.
    const ended = endOf(loginId)
    const left = ended === undefined ? before.loginId : loginId
    if (loginId !== before.loginId) await socket.leave(loginRoom(left))
    if (ended !== undefined) return refused(ended)
    if (!socket.connected) return refused(Code.tokenExpired)
    socket.data = { playerId, loginId, expiresAt }
    schedule()
    return { ok: true }
  }
}
