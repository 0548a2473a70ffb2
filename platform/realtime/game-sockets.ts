import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { type GameInitRequest, type InfoPush, REQUESTS, type VideoSource } from '../../src/contract/live.ts'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import type { Verify } from './authenticate-sockets.ts'
import { onRequest } from './limit-requests.ts'
import { createReplacedPages } from './replaced-pages.ts'
import type { RealtimeSocket } from './sockets.ts'

/** The game sockets: the one page that plays each machine. */
export interface GameSockets {
  init(socket: RealtimeSocket, asked: v.InferOutput<typeof GameInitRequest>): Promise<Result<object>>
  /** Listens for what a game socket may ask. */
  listen(socket: RealtimeSocket): void
  of(machineId: string): RealtimeSocket | undefined
  /** Sends the page that plays a machine away. */
  dismiss(machineId: string, info: v.InferInput<typeof InfoPush>): void
  /** The same at the operator's wish; `message` is the operator's own. */
  quit(machineId: string, message: string): void
  isGame(socket: RealtimeSocket): boolean
}

export interface GameSocketsDeps {
  readonly floor: Floor
  readonly verify: Verify
  readonly log: Log
  /** Where a machine's picture is. */
  source(machineId: string): v.InferInput<typeof VideoSource>
}

export function createGameSockets({ floor, verify, log, source }: GameSocketsDeps): GameSockets {
  const playing = new Map<string, RealtimeSocket>()
  const pages = createReplacedPages()
  const machineOf = new WeakMap<RealtimeSocket, { machineId: string; presence: number }>()

  /** Says farewell to the page that plays a machine and closes its socket. */
  function disconnectPage(machineId: string, farewell: (socket: RealtimeSocket) => void): void {
    const socket = playing.get(machineId)
    if (!socket) return
    playing.delete(machineId)
    farewell(socket)
    socket.disconnect(true)
  }

  const dismiss: GameSockets['dismiss'] = (machineId, info) =>
    disconnectPage(machineId, (socket) => socket.emit('info', info))

  /** The page is gone. Closed on purpose it leaves; else the machine is kept for it. */
  function gone(socket: RealtimeSocket, onPurpose: boolean): void {
    const seat = machineOf.get(socket)
    if (!seat) return
    const { machineId, presence } = seat
    if (playing.get(machineId) === socket) playing.delete(machineId)
    const { playerId } = socket.data
    void (onPurpose ? floor.leave : floor.hold)(playerId, machineId, presence)
  }

  function takeOver(socket: RealtimeSocket, machineId: string, presence: number): void {
    const older = playing.get(machineId)
    if (older && older !== socket) {
      dismiss(machineId, { code: Code.takenOver, params: {}, message: '', action: 'leave' })
    }
    playing.set(machineId, socket)
    machineOf.set(socket, { machineId, presence })
  }

  async function init(
    socket: RealtimeSocket,
    asked: v.InferOutput<typeof GameInitRequest>,
  ): Promise<Result<object>> {
    const { playerId } = socket.data
    const known = await verify(asked.token)
    if ('code' in known) return refused(known.code)
    if (known.playerId !== playerId) return refused(Code.badSignature)
    const { machineID, page } = asked
    if (pages.wasReplaced(machineID, playerId, page)) return refused(Code.takenOver)
    const seated = await floor.sit(playerId, machineID)
    if (!seated.ok) return seated
    pages.came(machineID, playerId, page)
    const { presence, ...answer } = seated
    const before = machineOf.get(socket)
    takeOver(socket, asked.machineID, presence)
    if (!socket.connected) gone(socket, false)
    else if (!before)
      socket.on('disconnect', (reason) => gone(socket, reason === 'client namespace disconnect'))
    const withVideo = { ...answer, video: source(asked.machineID) }
    return withVideo
  }

  /** The machine of a socket that plays one. */
  function machine(socket: RealtimeSocket): { machineId: string } | Refused {
    const seat = machineOf.get(socket)
    if (!seat) return refused(Code.notSeated)
    return playing.get(seat.machineId) === socket ? seat : refused(Code.takenOver)
  }

  function listen(socket: RealtimeSocket): void {
    const { playerId } = socket.data
    const [loadRequest] = REQUESTS.load
    const [spinRequest] = REQUESTS.spin
    const [cashoutRequest] = REQUESTS.cashout
    onRequest(socket, log, 'load', loadRequest, async (asked) => {
      const at = machine(socket)
      return 'code' in at ? at : floor.load(playerId, at.machineId, asked)
    })
    onRequest(socket, log, 'spin', spinRequest, async (asked) => {
      const at = machine(socket)
      return 'code' in at ? at : floor.spin(playerId, at.machineId, asked)
    })
    onRequest(socket, log, 'cashout', cashoutRequest, async ({ requestId = randomUUID() }) => {
      const at = machine(socket)
      return 'code' in at ? at : floor.cashOut(playerId, at.machineId, requestId)
    })
  }

  return {
    init,
    listen,
    of: (machineId) => playing.get(machineId),
    dismiss,
    quit: (machineId, message) => disconnectPage(machineId, (socket) => socket.emit('quit', { message })),
    isGame: (socket) => machineOf.has(socket),
  }
}
