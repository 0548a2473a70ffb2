import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { type GameInitRequest, type InfoPush, REQUESTS, type VideoSource } from '../../src/contract/live.ts'
import type { Log } from '../floor/context.ts'
import type { ClusterPort, PlayerPort } from '../floor/ports/interfaces.ts'
import type { Clock } from '../lib/clock.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import type { Verify } from './authenticate-sockets.ts'
import { onRequest } from './limit-requests.ts'
import { createPlayingPages, type PageSeat } from './playing-pages.ts'
import { createReplacedPages } from './replaced-pages.ts'
import { createSeatRetries } from './seat-retries.ts'
import type { RealtimeSocket, VerifiedIdentity } from './sockets.ts'

/** The game sockets: at most one page plays each machine. */
export interface GameSockets {
  init(socket: RealtimeSocket, request: v.InferOutput<typeof GameInitRequest>): Promise<Result<object>>
  /** Handles the requests of a game socket. */
  handleRequests(socket: RealtimeSocket): void
  socketOf(machineId: string): RealtimeSocket | undefined
  /** Makes the page that plays a machine leave, and disconnects it; not one with a higher presence. */
  dismiss(machineId: string, info: v.InferInput<typeof InfoPush>, presence?: number): void
  /** As `dismiss`, by the operator; `message` is the operator's text. */
  quit(machineId: string, message: string, presence?: number): void
  /** A page of another process took a machine. */
  applyTaken(taken: PageTaken): void
  /** Connects the pages that play these machines to their new owners. */
  resume(machineIds: readonly string[]): void
  /** Connects the pages again whose machines other processes own, which may hold their seats. */
  resumeAll(): void
  isGameSocket(socket: RealtimeSocket): boolean
  /** Stops trying again: the next owner, or the others in place of this process, hold the seats. */
  stop(): void
}

type Source = v.InferInput<typeof VideoSource>

/** A page that took the seat of a machine. */
export interface PageTaken {
  readonly machineId: string
  readonly playerId: string
  readonly page?: string | undefined
  readonly presence: number
}

export interface GameSocketsDeps {
  readonly floor: PlayerPort & Pick<ClusterPort, 'owns'>
  readonly verify: Verify
  readonly log: Log
  readonly clock: Clock
  /** A page of this process took a machine. */
  readonly onTaken?: ((taken: PageTaken) => void) | undefined
  /** The page that plays a machine was connected to the machine's new owner. */
  readonly onResumed?: ((machineId: string) => void) | undefined
  /** The address of a machine's video, for its player, by the token of the page. */
  videoSource(machineId: string, player: VerifiedIdentity): Source | Promise<Source>
}

const TAKEN_OVER = { code: Code.takenOver, params: {}, message: '', action: 'leave' } as const

/** ms since 1970 on a clock that is never set, like the one of the video's capture times. */
const steadyNow = () => performance.timeOrigin + performance.now()

export function createGameSockets({
  floor,
  verify,
  log,
  clock,
  videoSource,
  onTaken,
  onResumed,
}: GameSocketsDeps): GameSockets {
  const pages = createPlayingPages()
  const replacedPages = createReplacedPages()
  const seats = createSeatRetries(floor, clock, pages)

  function disconnectPage(
    machineId: string,
    notify: (socket: RealtimeSocket) => void,
    presence = Number.POSITIVE_INFINITY,
  ): void {
    if (!pages.isNewer(machineId, presence)) pages.disconnect(machineId, notify)
  }

  const dismiss: GameSockets['dismiss'] = (machineId, info, presence) =>
    disconnectPage(machineId, (socket) => socket.emit('info', info), presence)

  function onDisconnect(socket: RealtimeSocket, isIntentional: boolean): void {
    const seat = pages.lastSeat(socket)
    if (!seat) return
    pages.remove(socket)
    seats.end(socket.data.playerId, seat, isIntentional ? 'leave' : 'hold')
  }

  async function init(
    socket: RealtimeSocket,
    request: v.InferOutput<typeof GameInitRequest>,
  ): Promise<Result<object>> {
    const { playerId } = socket.data
    const identity = await verify(request.token)
    if ('code' in identity) return refused(identity.code)
    if (identity.playerId !== playerId) return refused(Code.badSignature)
    const { machineID, page } = request
    if (replacedPages.has(machineID, playerId, page)) return refused(Code.takenOver)
    const seated = await floor.sit(playerId, machineID)
    if (!seated.ok) return seated
    const { presence, ...answer } = seated
    // The answers to two pages of a player may arrive in the other order.
    if (pages.isNewer(machineID, presence)) return refused(Code.takenOver)
    replacedPages.setCurrent(machineID, playerId, page)
    onTaken?.({ machineId: machineID, playerId, page, presence })
    const earlierSeat = pages.lastSeat(socket)
    if (pages.socketOf(machineID) !== socket) dismiss(machineID, TAKEN_OVER)
    pages.set(socket, { machineId: machineID, presence })
    if (!socket.connected) onDisconnect(socket, false)
    else if (!earlierSeat)
      socket.on('disconnect', (reason) => onDisconnect(socket, reason === 'client namespace disconnect'))
    const withVideo = { ...answer, video: await videoSource(machineID, socket.data) }
    return withVideo
  }

  function applyTaken({ machineId, playerId, page, presence }: PageTaken): void {
    if (pages.isNewer(machineId, presence)) return
    pages.noteTaken(machineId, presence)
    replacedPages.setCurrent(machineId, playerId, page)
    dismiss(machineId, TAKEN_OVER)
  }

  return {
    init,
    handleRequests: (socket) => handleRequests(socket, floor, log, pages.currentSeat),
    socketOf: pages.socketOf,
    dismiss,
    quit: (machineId, message, presence) =>
      disconnectPage(machineId, (socket) => socket.emit('quit', { message }), presence),
    applyTaken,
    resume: (machineIds) => seats.resume(machineIds, onResumed),
    resumeAll: () => seats.resume(pages.machineIds().filter((machineId) => !floor.owns(machineId))),
    isGameSocket: (socket) => pages.lastSeat(socket) !== undefined,
    stop: seats.stop,
  }
}

function handleRequests(
  socket: RealtimeSocket,
  floor: PlayerPort,
  log: Log,
  currentSeat: (socket: RealtimeSocket) => PageSeat | Refused,
): void {
  onRequest(socket, log, 'time', REQUESTS.time[0], async () => ({ ok: true, now: steadyNow() }))
  const { playerId } = socket.data
  const [loadRequest] = REQUESTS.load
  const [spinRequest] = REQUESTS.spin
  const [pressRequest] = REQUESTS.press
  const [cashoutRequest] = REQUESTS.cashout
  onRequest(socket, log, 'load', loadRequest, async (request) => {
    const seat = currentSeat(socket)
    return 'code' in seat ? seat : floor.load(playerId, seat.machineId, request)
  })
  onRequest(socket, log, 'spin', spinRequest, async (request) => {
    const seat = currentSeat(socket)
    return 'code' in seat ? seat : floor.spin(playerId, seat.machineId, request)
  })
  onRequest(socket, log, 'press', pressRequest, async (request) => {
    const seat = currentSeat(socket)
    return 'code' in seat ? seat : floor.press(playerId, seat.machineId, request)
  })
  onRequest(socket, log, 'cashout', cashoutRequest, async ({ requestId = randomUUID(), automatic }) => {
    const seat = currentSeat(socket)
    return 'code' in seat ? seat : floor.cashOut(playerId, seat.machineId, requestId, automatic)
  })
}
