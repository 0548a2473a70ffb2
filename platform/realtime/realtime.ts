import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import * as v from 'valibot'
import { Code, type CodeValue } from '../../src/contract/codes.ts'
import { GameInitRequest, HelloRequest, REQUESTS, type VideoSource } from '../../src/contract/live.ts'
import { type Clock, systemClock } from '../floor/clock.ts'
import type { FloorEvents, Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { errorAnswer } from '../http/error-responses.ts'
import { type Result, refused } from '../lib/result.ts'
import { authenticateSockets, type Verify } from './authenticate-sockets.ts'
import { createGameSockets } from './game-sockets.ts'
import { startJackpotBroadcast } from './jackpot-broadcast.ts'
import { limitRequests, onRequest } from './limit-requests.ts'
import {
  FLOOR,
  loginRoom,
  notificationRoom,
  playerRoom,
  type RealtimeServer,
  type RealtimeSocket,
} from './sockets.ts'
import { startStatusBroadcast } from './status-broadcast.ts'
import { createTokenBucket, type Limit } from './token-bucket.ts'

export interface RealtimeDeps {
  readonly floor: Floor
  readonly verify: Verify
  /** May somebody who connects like this play here? Everybody may if not given. */
  permits?(request: IncomingMessage): boolean
  /** What a player's wallet holds, in cents. */
  wallet(playerId: string): Promise<{ balance: number; seq: number }>
  readonly log: Log
  /** Told when the pictures of these machines must be opened anew; answers its own undoing. */
  onVideoLost?(listener: (machineIds: string[]) => void): () => void
  /** Where a machine's picture is; /whep/<id> if not given. */
  source?(machineId: string): v.InferInput<typeof VideoSource>
  readonly clock?: Clock
  /** Requests that one socket may make. */
  readonly limit?: Limit
}

export interface Realtime {
  /** Ends every socket of a login that is over, and says why. */
  endLogin(loginId: string, code: CodeValue): void
  /** Tells everybody that the platform is about to stop. */
  announceStop(): void
  /** Tells everybody, if that was not done, and closes every socket; the HTTP server stays. */
  close(): Promise<void>
}

/** A request is at most a few hundred bytes and a token. */
const MAX_PAYLOAD_BYTES = 16 * 1024
/** ms to say who one is. */
const INIT_TIMEOUT_MS = 10_000
const LIMIT: Limit = { burst: 40, perSecond: 20 }
/** Requests over the limit before a socket is closed. */
const MAX_OVER_LIMIT = 200
/** ms that closing waits for what is on its way to the players. */
const CLOSE_TIMEOUT_MS = 500
const EVENTS = new Set(['init', ...Object.keys(REQUESTS)])
/** What names a machine is a game's, and nothing else when it is malformed. */
const Hello = v.object({ ...HelloRequest.entries, machineID: v.optional(v.undefined()) })
const Init = v.union([GameInitRequest, Hello])

/**
 * The live channels on an HTTP server. A socket becomes a game socket or a notification socket by its first
 * `init`; nothing that is sent to it can do more than be refused.
 */
export function createRealtime(http: HttpServer, deps: RealtimeDeps): Realtime {
  const { floor, verify, log, clock = systemClock, limit = LIMIT } = deps
  const source =
    deps.source ?? ((machineId: string) => ({ type: 'screen' as const, url: `/whep/${machineId}` }))
  const io: RealtimeServer = new Server(http, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: INIT_TIMEOUT_MS,
  })
  const games = createGameSockets({ floor, verify, log, source })
  authenticateSockets(io, verify, deps.permits ?? (() => true))
  io.on('connection', (socket) => {
    const callOff = clock.after(INIT_TIMEOUT_MS, () => socket.disconnect(true))
    socket.on('disconnect', callOff)
    const allow = createTokenBucket(limit, clock.now())
    limitRequests(socket, EVENTS, () => allow(clock.now()), MAX_OVER_LIMIT)
    onRequest(socket, log, 'init', Init, async (asked) => {
      const result = await init(socket, asked)
      if (result.ok) callOff()
      return result
    })
    games.listen(socket)
  })

  function init(socket: RealtimeSocket, asked: v.InferOutput<typeof Init>): Promise<Result<object>> {
    const isNotice = socket.rooms.has(FLOOR)
    if (asked.machineID !== undefined) {
      return isNotice ? Promise.resolve(refused(Code.invalidRequest)) : games.init(socket, asked)
    }
    return games.isGame(socket) ? Promise.resolve(refused(Code.invalidRequest)) : hello(socket, asked.id)
  }

  /** From here on the socket is told everything; the answer is how things are now. */
  async function hello(socket: RealtimeSocket, id: string | null | undefined): Promise<Result<object>> {
    const { playerId } = socket.data
    if (id && id !== playerId) return refused(Code.invalidRequest)
    await socket.join([FLOOR, notificationRoom(playerId)])
    const wallet = await deps.wallet(playerId)
    const answer = { ok: true as const, ...wallet, session: floor.session(playerId) }
    return answer
  }

  const statuses = startStatusBroadcast(io, floor, clock)
  const stopJackpots = startJackpotBroadcast(io, floor, clock)
  const undo = pushEvents()
  const videoLost = deps.onVideoLost?.((machineIds) => {
    for (const machineId of machineIds) games.of(machineId)?.emit('video', source(machineId))
  })

  /** What the floor tells goes to those it concerns. */
  function pushEvents(): () => void {
    const isPlaying = ({ machineId, playerId }: { machineId: string; playerId: string }) =>
      games.of(machineId)?.data.playerId === playerId
    const game = (change: FloorEvents['game'][0]) => {
      if (isPlaying(change)) games.of(change.machineId)?.emit('game', change.state)
    }
    const balance = ({ playerId, ...wallet }: FloorEvents['balance'][0]) =>
      void io.to(playerRoom(playerId)).emit('balance', wallet)
    const session = (change: FloorEvents['session'][0]) =>
      void io.to(notificationRoom(change.playerId)).emit('session', change.session)
    const info = (told: FloorEvents['info'][0]) => {
      if (isPlaying(told)) games.of(told.machineId)?.emit('info', told.info)
    }
    const dismissed = (who: FloorEvents['dismissed'][0]) => {
      if (isPlaying(who)) games.dismiss(who.machineId, who.info)
    }
    const quit = (who: FloorEvents['quit'][0]) => {
      if (isPlaying(who)) games.quit(who.machineId, who.message)
    }
    const { events } = floor
    events.on('game', game).on('balance', balance).on('session', session)
    events.on('info', info).on('dismissed', dismissed).on('quit', quit)
    return () => {
      events.off('game', game).off('balance', balance).off('session', session)
      events.off('info', info).off('dismissed', dismissed).off('quit', quit)
    }
  }

  let stoppingTold = false
  function announceStop(): void {
    if (stoppingTold) return
    stoppingTold = true
    const { code, ErrorMessage } = errorAnswer(Code.stopping)
    io.emit('info', { code, params: {}, message: ErrorMessage, action: 'none' })
  }

  async function close(): Promise<void> {
    announceStop()
    statuses.flush()
    statuses.stop()
    stopJackpots()
    undo()
    videoLost?.()
    const sockets = [...io.of('/').sockets.values()]
    const gone = sockets.map(
      (socket) => new Promise<void>((resolve) => socket.conn.once('close', () => resolve())),
    )
    io.disconnectSockets(true)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
    })
    await Promise.race([Promise.all(gone), late])
    clearTimeout(timer)
    io.engine.close()
  }

  return {
    endLogin(loginId, code) {
      const room = io.to(loginRoom(loginId))
      room.emit('info', { code, params: {}, message: errorAnswer(code).ErrorMessage, action: 'logout' })
      room.disconnectSockets(true)
    },
    announceStop,
    close,
  }
}
