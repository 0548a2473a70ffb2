import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { Code } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { addressKey } from '../config/ip-addresses.ts'
import { errorMessage } from '../floor/cabinet/answers.ts'
import { CONTROLLER_DEAD_MS, type ControllerEvent } from '../floor/cabinet/events.ts'
import type { FloorEvents, Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createTokenBucket, createTokenBuckets } from '../lib/token-bucket.ts'
import {
  FromController,
  type Hello,
  type ToController,
  UnreadableReport,
} from '../machines/controller-messages.ts'
import { handleUpgradeErrors } from './upgrade-errors.ts'

/*
 * The WebSockets of the cabinets' controllers, at /controllers. Any process may have a controller's
 * connection; the messages go to the owner of the machine.
 */

const PATH = '/controllers'
const MAX_PAYLOAD_BYTES = 16 * 1024
const MAX_BUFFERED_BYTES = 1024 * 1024
const HEARTBEAT_MS = 2000
/**
 * A press that another process sent earlier is refused: the machine may have another player now. So is one
 * that was sent so much later than now, by another host's clock, because its age is not known.
 */
const MAX_PRESS_AGE_MS = 2000
/** A controller sends a state a few times in a game, and a game when the one before is acknowledged. */
const MESSAGES = { burst: 200, perSecond: 50 }
/** For each one a controller sends the next report, and may send a state: less than MESSAGES. */
const ACKNOWLEDGEMENTS = { burst: 80, perSecond: 24 }
const ACKNOWLEDGEMENT_PAUSE_MS = 50
const MAX_UNREADABLE = 10
/** New connections with a right key, by machine; tries with a wrong one, by address. */
const CONNECTIONS = { burst: 10, perSecond: 0.5 }
const WRONG_KEYS = { burst: 10, perSecond: 0.2 }
/** Log lines about two controllers with one key, and about late presses, by machine. */
const LOGGED = { burst: 1, perSecond: 1 / 60 }

/** Why a connection was closed by the platform. */
export const CLOSE = {
  protocol: 4400,
  otherMachine: 4403,
  silent: 4408,
  replaced: 4409,
  tooMany: 4429,
  restart: 1012,
  error: 1011,
} as const

export interface ControllerSocketsDeps {
  readonly floor: Pick<Floor, 'connectController' | 'onController' | 'events'>
  /** Machine ids by the SHA-256 of their controller's key, in hex. */
  readonly keys: ReadonlyMap<string, string>
  readonly log: Log
  readonly clock?: Clock
  addressOf(request: IncomingMessage): string
  /** Whether the server has other WebSockets, too. */
  readonly isShared: boolean
}

interface OpenController {
  readonly connection: number
  send(message: ToController): void
  /** Answers a press for the controller. */
  refuse(id: string): void
  replace(): void
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

/** Names the report, which is sent again and again until it is answered. */
function unreadableError(message: unknown): ToController {
  const { output, success } = v.safeParse(UnreadableReport, message)
  return { ...errorMessage('unreadable'), ...(success && output) }
}

/** Serves controllers on an HTTP server. Returns the function that closes their connections. */
export function serveControllers(server: Server, deps: ControllerSocketsDeps): Dispose {
  const { floor, keys, log, clock = systemClock, addressOf, isShared } = deps
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
  })
  const wrongKeys = createTokenBuckets(WRONG_KEYS)
  const connections = createTokenBuckets(CONNECTIONS)
  const replaced = createTokenBuckets(LOGGED)
  const late = createTokenBuckets(LOGGED)
  /** The connections of this process, by machine. */
  const open = new Map<string, OpenController>()

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Not by URL, which throws for a path such as `//`.
    const [path] = (request.url ?? '').split('?')
    if (path !== PATH) {
      if (!isShared) refuseUpgrade(socket, '404 Not Found')
      return
    }
    const [, key = ''] = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '') ?? []
    const machineId = keys.get(createHash('sha256').update(key).digest('hex'))
    const address = addressOf(request)
    if (machineId === undefined) {
      const isFirst = wrongKeys.take(addressKey(address), clock.steady())
      if (isFirst) log.warn({ code: 'controller-key', address }, 'a controller came with a wrong key')
      refuseUpgrade(socket, isFirst ? '401 Unauthorized' : '429 Too Many Requests')
    } else if (!connections.take(machineId, clock.steady())) refuseUpgrade(socket, '429 Too Many Requests')
    else sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, machineId))
  }

  function serve(ws: WebSocket, machineId: string): void {
    const isWithinLimit = createTokenBucket(MESSAGES, clock.steady())
    const mayAcknowledge = createTokenBucket(ACKNOWLEDGEMENTS, clock.steady())
    let seenAt = clock.steady()
    let hello: Hello | undefined
    let fault: FromController | undefined
    let unreadable = 0
    let isClosed = false
    let connection = 0
    let cancelBeat = () => {}

    function end(code: number, reason: string, isNoteworthy = true): void {
      if (isClosed) return
      isClosed = true
      if (isNoteworthy)
        log.warn({ code: `controller-${code}`, machine: machineId }, `a controller was closed: ${reason}`)
      ws.close(code, reason)
      // A peer that does not answer the close frame.
      clock.after(HEARTBEAT_MS, () => ws.terminate())
    }

    /**
     * A newer connection has the machine's key. If this one has just sent something, another process uses the
     * key, which is logged; if it was silent, the same controller has connected again.
     */
    function endReplaced(): void {
      const now = clock.steady()
      const isAlive = now - seenAt <= HEARTBEAT_MS
      end(CLOSE.replaced, 'a newer connection with its key', isAlive && replaced.take(machineId, now))
    }

    function send(message: ToController): void {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > MAX_BUFFERED_BYTES) end(CLOSE.silent, 'it does not read')
      else ws.send(JSON.stringify(message))
    }

    /** One after the other, so that the owner gets them in their order. */
    let previous: Promise<void> = floor.connectController(machineId).then(
      (number) => {
        if (number === undefined) return end(CLOSE.otherMachine, 'its machine is no cabinet')
        connection = number
        open.get(machineId)?.replace()
        open.set(machineId, {
          connection,
          send,
          refuse: (id) => queue(() => forward({ type: 'refused', id, code: 'late' })),
          replace: endReplaced,
        })
      },
      (error: unknown) => {
        log.error({ err: error, machine: machineId }, 'a controller could not be connected')
        end(CLOSE.error, 'try again')
      },
    )
    const queue = (work: () => Promise<void>) => {
      previous = previous.then(async () => {
        if (!isClosed || ws.readyState === ws.CLOSED) await work()
      })
    }

    /** Sets the pace of a controller that catches up after an outage, which would exceed its limit. */
    async function waitToAcknowledge(): Promise<void> {
      while (!isClosed && !mayAcknowledge(clock.steady()))
        await new Promise<void>((done) => clock.after(ACKNOWLEDGEMENT_PAUSE_MS, done))
    }

    async function forward(event: ControllerEvent, isRepeated = false): Promise<void> {
      const result = await floor.onController(machineId, connection, event).catch((error: unknown) => {
        log.error({ err: error, machine: machineId }, 'a message of a controller failed')
        return undefined
      })
      if (event.type === 'gone') return
      if (!result) return end(CLOSE.error, 'try again', false)
      if (result.ok) {
        if (result.answers.some(({ type }) => type === 'ack')) await waitToAcknowledge()
        return result.answers.forEach(send)
      }
      if (result.code === Code.takenOver) return endReplaced()
      // The machine has a new owner.
      if (result.code === Code.notFound && hello && !isRepeated && event.type !== 'hello') {
        await forward(hello)
        if (fault && event.type !== 'fault') await forward(fault, true)
        return forward(event, true)
      }
      end(result.code === Code.stopping ? CLOSE.restart : CLOSE.error, 'try again', false)
    }

    async function handle(given: unknown): Promise<void> {
      const parsed = v.safeParse(FromController, given)
      if (!parsed.success) {
        unreadable += 1
        send(unreadableError(given))
        if (unreadable === 1)
          log.warn(
            { code: 'controller-unreadable', machine: machineId },
            'a message of a controller cannot be read',
          )
        return unreadable >= MAX_UNREADABLE ? end(CLOSE.protocol, 'unreadable messages') : undefined
      }
      const { output: message } = parsed
      if (message.type === 'hello' && message.machine !== machineId)
        return end(CLOSE.otherMachine, 'its key is of another machine')
      if (message.type === 'hello') [hello, fault] = [message, undefined]
      if (message.type === 'fault') fault = message
      if (!hello) {
        send(errorMessage('hello-first'))
        return end(CLOSE.protocol, 'a connection begins with hello')
      }
      await forward(message)
    }

    ws.on('message', (data) => {
      seenAt = clock.steady()
      if (isClosed) return
      if (!isWithinLimit(seenAt)) return end(CLOSE.tooMany, 'too many messages')
      queue(() => handle(parseJson(data)))
    })
    ws.on('pong', () => {
      seenAt = clock.steady()
    })
    ws.on('error', (error) => {
      // Such as a message that is too large: the library closes the connection.
      if (!isClosed)
        log.warn(
          { code: 'controller-error', machine: machineId, reason: error.message },
          'a controller failed',
        )
      isClosed = true
    })
    ws.on('close', () => {
      isClosed = true
      cancelBeat()
      queue(async () => {
        if (open.get(machineId)?.connection === connection) open.delete(machineId)
        if (hello) await forward({ type: 'gone' })
      })
    })
    function beat(): void {
      if (clock.steady() - seenAt > CONTROLLER_DEAD_MS) {
        isClosed = true
        ws.terminate()
        return
      }
      ws.ping()
      if (hello) queue(() => forward({ type: 'beat' }))
      cancelBeat = clock.after(HEARTBEAT_MS, beat)
    }
    cancelBeat = clock.after(HEARTBEAT_MS, beat)
  }

  function onCommand({ machineId, connection, message, at }: FloorEvents['toController'][0]): void {
    const socket = open.get(machineId)
    if (socket?.connection !== connection) return
    const ageMs = at === undefined ? 0 : clock.now() - at
    if (message.type === 'press' && Math.abs(ageMs) > MAX_PRESS_AGE_MS) {
      if (late.take(machineId, clock.steady()))
        log.warn(
          { code: 'controller-press-late', machine: machineId, ageMs },
          "a press of another process came late: Redis was away, or the hosts' clocks differ",
        )
      socket.refuse(message.id)
    } else socket.send(message)
  }

  const stopUpgradeErrors = handleUpgradeErrors(server)
  server.on('upgrade', onUpgrade)
  floor.events.on('toController', onCommand)
  return () => {
    server.off('upgrade', onUpgrade)
    stopUpgradeErrors()
    floor.events.off('toController', onCommand)
    for (const ws of sockets.clients) ws.close(CLOSE.restart, 'the platform stops')
    sockets.close()
  }
}
