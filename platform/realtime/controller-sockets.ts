import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Dispose } from '../../src/contract/result.ts'
import { addressKey } from '../config/ip-addresses.ts'
import type { FloorEvents, Log } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { ControllerPort } from '../floor/ports/interfaces.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'
import { handleUpgradeErrors } from '../lib/upgrade-errors.ts'
import { connectController, type OpenController } from './connect-controller.ts'
import { CLOSE } from './controller-websocket.ts'

/*
 * The WebSockets of the cabinets' controllers, at /controllers. Any process may have a controller's
 * connection; the messages go to the owner of the machine.
 */

const PATH = '/controllers'
const MAX_PAYLOAD_BYTES = 16 * 1024
/**
 * A press that another process sent earlier is refused: the machine may have another player now. So is one
 * that was sent so much later than now, by another host's clock, because its age is not known.
 */
const MAX_PRESS_AGE_MS = 2000
/** New connections with a right key, by machine; tries with a wrong one, by address. */
const CONNECTIONS = { burst: 10, perSecond: 0.5 }
const WRONG_KEYS = { burst: 10, perSecond: 0.2 }
/** Log lines about two controllers with one key, and about late presses, by machine. */
const LOGGED = { burst: 1, perSecond: 1 / 60 }

export interface ControllerSocketsDeps {
  readonly floor: ControllerPort & Pick<Floor, 'events'>
  /** Machine ids by the SHA-256 of their controller's key, in hex. */
  readonly keys: ReadonlyMap<string, string>
  readonly log: Log
  readonly clock?: Clock
  addressOf(request: IncomingMessage): string
  /** Whether the server has other WebSockets, too. */
  readonly isShared: boolean
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
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
    connectController(ws, {
      ...{ floor, machineId, log, clock },
      mayLogReplaced: () => replaced.take(machineId, clock.steady()),
      onOpen(controller) {
        open.get(machineId)?.replace()
        open.set(machineId, controller)
      },
      onClose(connection) {
        if (open.get(machineId)?.connection === connection) open.delete(machineId)
      },
    })
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
