import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { errorAnswer } from '../http/error-responses.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { handleUpgradeErrors } from '../lib/upgrade-errors.ts'
import { authenticateSockets, type SignedLogin } from './authenticate-sockets.ts'
import { startBrandBroadcast } from './brand-broadcast.ts'
import { startFloorPushes } from './floor-pushes.ts'
import { createGameSockets, type GameSockets, type GameSocketsDeps } from './game-sockets.ts'
import { createConnectLimits } from './limit-connections.ts'
import { createSocketHandler, INIT_TIMEOUT_MS, type SocketHandlerDeps } from './socket-handler.ts'
import { FLOOR, loginRoom, type RealtimeServer, type RealtimeSocket } from './sockets.ts'
import { startStatusBroadcast } from './status-broadcast.ts'

export interface RealtimeDeps extends Omit<SocketHandlerDeps, 'clock' | 'games' | 'endOf'> {
  readonly signedLogin: SignedLogin
  /** Whether a connection is permitted; all are by default. */
  permits?(request: IncomingMessage): boolean
  /** A client's address; the peer's by default. */
  addressOf?(request: IncomingMessage): string
  /**
   * Calls the listener when the video of these machines must be opened anew; returns the unsubscribe
   * function.
   */
  onVideoLost?(listener: (machineIds: string[]) => void): Dispose
  /** The address of a machine's video, for its player; /whep/<id> by default. */
  videoSource?: GameSocketsDeps['videoSource']
  readonly clock?: Clock
  /** Whether a machine's owner sends its video, so that a new owner has another one. */
  readonly hasOwnersVideo?: boolean
  /** A page took a machine: the other processes must know. */
  onTaken?: GameSocketsDeps['onTaken']
  /** A login's address is no longer permitted: its pictures must end too. */
  onForbidden?(loginId: string): void
  /** How soon each end notices that the other one is gone, in ms. */
  readonly ping?: { pingInterval: number; pingTimeout: number }
}

export interface Realtime extends Pick<GameSockets, 'applyTaken' | 'resume' | 'resumeAll'> {
  /** Disconnects every socket of a login, with the reason. */
  endLogin(loginId: string, code: RefusalCode): void
  /** Disconnects the sockets of addresses that the country check no longer permits, with the reason. */
  endForbidden(): void
  /** Connected sockets by channel. */
  sockets(): { game: number; notification: number }
  /** Disconnects every socket: the clients connect again, and ask for everything anew. */
  reconnectAll(): void
  /** Tells all clients that the platform is about to stop; once. */
  announceStop(): void
  /** Announces the stop and disconnects every socket; the HTTP server stays open. */
  close(): Promise<void>
}

/** A request is a few hundred bytes and a token. */
const MAX_PAYLOAD_BYTES = 16 * 1024
const PING = { pingInterval: 10_000, pingTimeout: 8000 }
/** How long closing waits for pending packets. */
const CLOSE_TIMEOUT_MS = 500

/** Longer than the verification of a token takes. */
const VERIFICATION_MS = 60_000

const logoutInfo = (code: RefusalCode) => ({
  ...{ code, params: {}, message: errorAnswer(code).ErrorMessage },
  action: 'logout' as const,
})

const whepSource = (machineId: string) => ({ type: 'screen' as const, url: `/whep/${machineId}` })

/** The real-time channels on an HTTP server. */
export function createRealtime(http: HttpServer, deps: RealtimeDeps): Realtime {
  const { floor, verify, log, clock = systemClock, videoSource = whepSource } = deps
  /** Logins that ended lately, with the reasons: one may end while a token of it is being verified. */
  const ended = new Map<string, RefusalCode>()
  const limits = createConnectLimits(deps.addressOf ?? (({ socket }) => socket.remoteAddress ?? ''), clock)
  // Other paths included: socket.io keeps their connections for a second before it closes them.
  handleUpgradeErrors(http)
  const io: RealtimeServer = new Server(http, {
    allowRequest: (request, decide) =>
      limits.mayOpen(request) ? decide(null, true) : decide('too many connections', false),
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    ...(deps.ping ?? PING),
    connectTimeout: INIT_TIMEOUT_MS,
  })
  const onResumed = deps.hasOwnersVideo ? (machineId: string) => void pushVideo(machineId) : undefined
  const games = createGameSockets({
    floor,
    verify,
    log,
    clock,
    videoSource,
    onTaken: deps.onTaken,
    onResumed,
  })
  io.engine.on('connection', (connection) => limits.add(connection, connection.request))
  const { permits = () => true } = deps
  authenticateSockets(io, deps, permits, limits)
  const serve = createSocketHandler({ ...deps, clock, games, endOf: (loginId) => ended.get(loginId) })
  io.on('connection', (socket) => {
    const code = ended.get(socket.data.loginId)
    if (code === undefined) return serve(socket)
    logOut(socket, code)
  })

  const statuses = startStatusBroadcast(io, floor, clock)
  const stopBrands = startBrandBroadcast(io, floor, clock)
  const stopPushes = startFloorPushes(io, floor, games)
  const stopVideoLost = deps.onVideoLost?.((machineIds) => {
    for (const machineId of machineIds) void pushVideo(machineId)
  })

  async function pushVideo(machineId: string): Promise<void> {
    const socket = games.socketOf(machineId)
    socket?.emit('video', await videoSource(machineId, socket.data))
  }

  function logOut(socket: RealtimeSocket, code: RefusalCode): void {
    socket.emit('info', logoutInfo(code))
    socket.disconnect(true)
  }

  let isStopAnnounced = false
  function announceStop(): void {
    if (isStopAnnounced) return
    isStopAnnounced = true
    const { code, ErrorMessage } = errorAnswer(Code.stopping)
    io.emit('info', { code, params: {}, message: ErrorMessage, action: 'none' })
  }

  return {
    endLogin(loginId, code) {
      ended.set(loginId, code)
      clock.after(VERIFICATION_MS, () => ended.delete(loginId))
      const room = io.to(loginRoom(loginId))
      room.emit('info', logoutInfo(code))
      room.disconnectSockets(true)
    },
    endForbidden() {
      const forbidden = [...io.of('/').sockets.values()].filter(({ request }) => !permits(request))
      for (const socket of forbidden) logOut(socket, Code.ipNotPermitted)
      for (const loginId of new Set(forbidden.map(({ data }) => data.loginId))) deps.onForbidden?.(loginId)
    },
    sockets() {
      const { rooms, sids } = io.of('/').adapter
      const notification = rooms.get(FLOOR)?.size ?? 0
      return { game: sids.size - notification, notification }
    },
    reconnectAll: () => void io.disconnectSockets(true),
    announceStop,
    applyTaken: games.applyTaken,
    resume: games.resume,
    resumeAll: games.resumeAll,
    async close() {
      announceStop()
      statuses.flush()
      statuses.stop()
      stopBrands()
      stopPushes()
      stopVideoLost?.()
      await disconnectAll(io)
      games.stop()
      io.engine.close()
    },
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
