import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { GameInitRequest, HelloRequest, REQUESTS } from '../../src/contract/live.ts'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { Clock } from '../lib/clock.ts'
import { type Result, refused } from '../lib/result.ts'
import { createTokenBucket, type RateLimit } from '../lib/token-bucket.ts'
import type { Verify } from './authenticate-sockets.ts'
import { endWithToken } from './end-with-token.ts'
import type { GameSockets } from './game-sockets.ts'
import { limitRequests, onRequest } from './limit-requests.ts'
import { FLOOR, notificationRoom, type RealtimeSocket } from './sockets.ts'

export interface SocketHandlerDeps {
  readonly floor: Floor
  readonly games: GameSockets
  readonly verify: Verify
  /** Why a login ended lately; undefined: it has not. */
  endOf(loginId: string): RefusalCode | undefined
  /** A player's wallet in cents. */
  wallet(playerId: string): Promise<{ balance: number; seq: number }>
  readonly log: Log
  readonly clock: Clock
  /** Called for each request of a player: not for those that the app repeats by itself. */
  onActivity?(loginId: string): void
  /** Requests of one socket. */
  readonly limit?: RateLimit
}

export const INIT_TIMEOUT_MS = 10_000
const LIMIT: RateLimit = { burst: 40, perSecond: 20 }
/** On top of the others, so that they never keep money on a machine. */
const CASHOUT_LIMIT: RateLimit = { burst: 3, perSecond: 0.5 }
/** Requests over the limit before a socket is disconnected. */
const MAX_OVER_LIMIT = 200
const EVENTS = new Set(['init', ...Object.keys(REQUESTS)])
const AUTOMATIC_EVENTS = new Set(['init', 'time', 'auth'])
/** An `init` with a machine is a game socket's, even if invalid. */
const Hello = v.object({ ...HelloRequest.entries, machineID: v.optional(v.undefined()) })
const Init = v.union([GameInitRequest, Hello])

/** Handles authenticated sockets. The first `init` makes a socket a game socket or a notification socket. */
export function createSocketHandler(deps: SocketHandlerDeps): (socket: RealtimeSocket) => void {
  const { floor, games, log, clock, limit = LIMIT } = deps

  function init(socket: RealtimeSocket, request: v.InferOutput<typeof Init>): Promise<Result<object>> {
    const isNotificationSocket = socket.rooms.has(FLOOR)
    if (request.machineID !== undefined) {
      return isNotificationSocket
        ? Promise.resolve(refused(Code.invalidRequest))
        : games.init(socket, request)
    }
    return games.isGameSocket(socket)
      ? Promise.resolve(refused(Code.invalidRequest))
      : initNotifications(socket, request.id)
  }

  /** Joins the rooms before it reads the answer's state, so that no change in between is lost. */
  async function initNotifications(
    socket: RealtimeSocket,
    id: string | null | undefined,
  ): Promise<Result<object>> {
    const { playerId } = socket.data
    if (id && id !== playerId) return refused(Code.invalidRequest)
    await socket.join([FLOOR, notificationRoom(playerId)])
    const wallet = await deps.wallet(playerId)
    const answer = { ok: true as const, ...wallet, session: floor.seatStatus(playerId) }
    return answer
  }

  return (socket) => {
    const cancelTimeout = clock.after(INIT_TIMEOUT_MS, () => socket.disconnect(true))
    socket.on('disconnect', cancelTimeout)
    const take = createTokenBucket(limit, clock.steady())
    const takeCashOut = createTokenBucket(CASHOUT_LIMIT, clock.steady())
    const mayHandle = (event: string) =>
      (event === 'cashout' && takeCashOut(clock.steady())) || take(clock.steady())
    limitRequests(socket, EVENTS, mayHandle, MAX_OVER_LIMIT)
    socket.use(([event], next) => {
      if (!AUTOMATIC_EVENTS.has(String(event))) deps.onActivity?.(socket.data.loginId)
      next()
    })
    onRequest(socket, log, 'init', Init, async (request) => {
      const result = await init(socket, request)
      if (result.ok) cancelTimeout()
      return result
    })
    onRequest(socket, log, 'auth', REQUESTS.auth[0], endWithToken(socket, deps, clock))
    games.handleRequests(socket)
  }
}
