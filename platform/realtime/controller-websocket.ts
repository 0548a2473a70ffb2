import type { RawData, WebSocket } from 'ws'
import { CONTROLLER_DEAD_MS } from '../floor/cabinet/events.ts'
import type { Log } from '../floor/context.ts'
import type { Clock } from '../lib/clock.ts'
import { createTokenBucket } from '../lib/token-bucket.ts'
import type { ToController } from '../machines/cabinet/controller-messages.ts'

/* The WebSocket of one controller: its heartbeat, its limits, and how the platform closes it. */

const HEARTBEAT_MS = 2000
const MAX_BUFFERED_BYTES = 1024 * 1024
/** A controller sends a state a few times in a game, and a game when the one before is acknowledged. */
const MESSAGES = { burst: 200, perSecond: 50 }

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

export interface ControllerLinkOptions {
  readonly machineId: string
  readonly log: Log
  readonly clock: Clock
  onMessage(data: RawData): void
  /** Called at each heartbeat of a controller that still answers. */
  onBeat(): void
  onClose(): void
}

export function openControllerLink(ws: WebSocket, options: ControllerLinkOptions) {
  const { machineId, log, clock, onMessage, onBeat, onClose } = options
  const isWithinLimit = createTokenBucket(MESSAGES, clock.steady())
  let seenAt = clock.steady()
  let isClosed = false

  /** Closes the connection. `isNoteworthy`: whether the reason is logged. */
  function end(code: number, reason: string, isNoteworthy = true): void {
    if (isClosed) return
    isClosed = true
    if (isNoteworthy)
      log.warn({ code: `controller-${code}`, machine: machineId }, `a controller was closed: ${reason}`)
    ws.close(code, reason)
    // A peer that does not answer the close frame.
    clock.after(HEARTBEAT_MS, () => ws.terminate())
  }

  function beat(): void {
    if (clock.steady() - seenAt > CONTROLLER_DEAD_MS) {
      isClosed = true
      ws.terminate()
      return
    }
    ws.ping()
    onBeat()
    cancelBeat = clock.after(HEARTBEAT_MS, beat)
  }
  let cancelBeat = clock.after(HEARTBEAT_MS, beat)

  ws.on('message', (data) => {
    seenAt = clock.steady()
    if (isClosed) return
    if (!isWithinLimit(seenAt)) return end(CLOSE.tooMany, 'too many messages')
    onMessage(data)
  })
  ws.on('pong', () => {
    seenAt = clock.steady()
  })
  ws.on('error', (error) => {
    // Such as a message that is too large: the library closes the connection.
    if (!isClosed)
      log.warn({ code: 'controller-error', machine: machineId, reason: error.message }, 'a controller failed')
    isClosed = true
  })
  ws.on('close', () => {
    isClosed = true
    cancelBeat()
    onClose()
  })

  return {
    send(message: ToController): void {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > MAX_BUFFERED_BYTES) end(CLOSE.silent, 'it does not read')
      else ws.send(JSON.stringify(message))
    },
    end,
    /** Whether the platform or the controller has begun to close it. No message is received any more. */
    isClosed: () => isClosed,
    /** Whether the platform closes it, and the controller has not confirmed that. */
    isClosing: () => isClosed && ws.readyState !== ws.CLOSED,
    /** Whether the controller has sent anything within one heartbeat. */
    isAlive: () => clock.steady() - seenAt <= HEARTBEAT_MS,
  }
}
