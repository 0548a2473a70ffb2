import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import * as v from 'valibot'
import { Code, type CodeValue } from '../../src/contract/codes.ts'
import { GameInitRequest, HelloRequest, REQUESTS } from '../../src/contract/live.ts'
import type { Dispose } from '../../src/contract/result.ts'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { errorAnswer } from '../http/error-responses.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { type Result, refused } from '../lib/result.ts'
import { createTokenBucket, type RateLimit } from '../lib/token-bucket.ts'
import { authenticateSockets, type Verify } from './authenticate-sockets.ts'
import { endWithToken } from './end-with-token.ts'
import { startFloorPushes } from './floor-pushes.ts'
import { createGameSockets, type GameSockets, type GameSocketsDeps } from './game-sockets.ts'
import { startJackpotBroadcast } from './jackpot-broadcast.ts'
import { createConnectLimits } from './limit-connections.ts'
import { limitRequests, onRequest } from './limit-requests.ts'
import { FLOOR, loginRoom, notificationRoom, type RealtimeServer, type RealtimeSocket } from './sockets.ts'
import { startStatusBroadcast } from './status-broadcast.ts'

export interface RealtimeDeps {
  readonly floor: Floor
  readonly verify: Verify
  /** Whether a connection is permitted; all are by default. */
  permits?(request: IncomingMessage): boolean
  /** A client's address; the peer's by default. */
  addressOf?(request: IncomingMessage): string
  /** A player's wallet in cents. */
  wallet(playerId: string): Promise<{ balance: number; seq: number }>
  readonly log: Log
  /** Calls the listener when the video of these machines must be opened anew; returns the unsubscribe function. */
  onVideoLost?(listener: (machineIds: string[]) => void): Dispose
  /** The address of a machine's video, for its player; /whep/<id> by default. */
  videoSource?: GameSocketsDeps['videoSource']
  readonly clock?: Clock
  /** Called for each request of a player: not for those that the app repeats by itself. */
  onActivity?(loginId: string): void
  /** Whether a machine's owner sends its video, so that a new owner has another one. */
  readonly hasOwnersVideo?: boolean
  /** A page took a machine: the other processes must know. */
  onTaken?: GameSocketsDeps['onTaken']
  /** How soon each end notices that the other one is gone, in ms. */
  readonly ping?: { pingInterval: number; pingTimeout: number }
  /** Requests of one socket. */
  readonly limit?: RateLimit
}

export interface Realtime extends Pick<GameSockets, 'applyTaken' | 'resume'> {
  /** Disconnects every socket of a login, with the reason. */
  endLogin(loginId: string, code: CodeValue): void
  /** Connected sockets by channel. */
  sockets(): { game: number; notification: number }
  /** Tells all clients that the platform is about to stop; once. */
  announceStop(): void
  /** Announces the stop and disconnects every socket; the HTTP server stays open. */
  close(): Promise<void>
}

/** A request is a few hundred bytes and a token. */
const MAX_PAYLOAD_BYTES = 16 * 1024
const PING = { pingInterval: 10_000, pingTimeout: 8000 }
const INIT_TIMEOUT_MS = 10_000
const LIMIT: RateLimit = { burst: 40, perSecond: 20 }
/** On top of the others, so that they never keep money on a machine. */
const CASHOUT_LIMIT: RateLimit = { burst: 3, perSecond: 0.5 }
/** Requests over the limit before a socket is disconnected. */
const MAX_OVER_LIMIT = 200
/** How long closing waits for pending packets. */
const CLOSE_TIMEOUT_MS = 500
const EVENTS = new Set(['init', ...Object.keys(REQUESTS)])
const AUTOMATIC_EVENTS = new Set(['init', 'time', 'auth'])
/** An `init` with a machine is a game socket's, even if invalid. */
const Hello = v.object({ ...HelloRequest.entries, machineID: v.optional(v.undefined()) })
const Init = v.union([GameInitRequest, Hello])

const whepSource = (machineId: string) => ({ type: 'screen' as const, url: `/whep/${machineId}` })

/**
 * The real-time channels on an HTTP server. The first `init` makes a socket a game socket or a notification socket.
 */
export function createRealtime(http: HttpServer, deps: RealtimeDeps): Realtime {
  const {
    floor,
    verify,
    log,
    clock = systemClock,
    limit = LIMIT,
    videoSource = whepSource,
    ping = PING,
  } = deps
  const limits = createConnectLimits(deps.addressOf ?? (({ socket }) => socket.remoteAddress ?? ''), clock)
  const io: RealtimeServer = new Server(http, {
    allowRequest: (request, decide) =>
      limits.mayOpen(request) ? decide(null, true) : decide('too many connections', false),
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    ...ping,
    connectTimeout: INIT_TIMEOUT_MS,
  })
  const onResumed = deps.hasOwnersVideo ? (machineId: string) => void pushVideo(machineId) : undefined
  const games = createGameSockets({ floor, verify, log, videoSource, onTaken: deps.onTaken, onResumed })
  io.engine.on('connection', (connection) => limits.add(connection, connection.request))
  authenticateSockets(io, verify, deps.permits ?? (() => true), limits)
  io.on('connection', (socket) => {
    limits.authenticated(socket.conn)
    const cancelTimeout = clock.after(INIT_TIMEOUT_MS, () => socket.disconnect(true))
    socket.on('disconnect', cancelTimeout)
    const take = createTokenBucket(limit, clock.now())
    const takeCashOut = createTokenBucket(CASHOUT_LIMIT, clock.now())
    const mayHandle = (event: string) =>
      (event === 'cashout' && takeCashOut(clock.now())) || take(clock.now())
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
    onRequest(socket, log, 'auth', REQUESTS.auth[0], endWithToken(socket, verify, clock))
    games.handleRequests(socket)
  })

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
    const answer = { ok: true as const, ...wallet, session: floor.session(playerId) }
    return answer
  }

  const statuses = startStatusBroadcast(io, floor, clock)
  const stopJackpots = startJackpotBroadcast(io, floor, clock)
  const stopPushes = startFloorPushes(io, floor, games)
  const stopVideoLost = deps.onVideoLost?.((machineIds) => {
    for (const machineId of machineIds) void pushVideo(machineId)
  })

  async function pushVideo(machineId: string): Promise<void> {
    const socket = games.socketOf(machineId)
    socket?.emit('video', await videoSource(machineId, socket.data.playerId))
  }

  let isStopAnnounced = false
  function announceStop(): void {
    if (isStopAnnounced) return
    isStopAnnounced = true
    const { code, ErrorMessage } = errorAnswer(Code.stopping)
    io.emit('info', { code, params: {}, message: ErrorMessage, action: 'none' })
  }

  async function close(): Promise<void> {
    announceStop()
    statuses.flush()
    statuses.stop()
    stopJackpots()
    stopPushes()
    stopVideoLost?.()
    await disconnectAll(io)
    io.engine.close()
  }

  return {
    endLogin(loginId, code) {
      const room = io.to(loginRoom(loginId))
      room.emit('info', { code, params: {}, message: errorAnswer(code).ErrorMessage, action: 'logout' })
      room.disconnectSockets(true)
    },
    sockets() {
      const { rooms, sids } = io.of('/').adapter
      const notification = rooms.get(FLOOR)?.size ?? 0
      return { game: sids.size - notification, notification }
    },
    announceStop,
    applyTaken: games.applyTaken,
    resume: games.resume,
    close,
  }
}

/** Disconnects all sockets and waits until they are closed, at most CLOSE_TIMEOUT_MS. */
async function disconnectAll(io: RealtimeServer): Promise<void> {
  const sockets = [...io.of('/').sockets.values()]
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.conn.once('close', () => resolve())),
  )
  io.disconnectSockets(true)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
  })
  await Promise.race([Promise.all(closed), timeout])
  clearTimeout(timer)
}
