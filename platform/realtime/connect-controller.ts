import * as v from 'valibot'
import type { RawData, WebSocket } from 'ws'
import { Code } from '../../src/contract/codes.ts'
import { errorMessage } from '../floor/cabinet/answers.ts'
import type { ControllerEvent } from '../floor/cabinet/events.ts'
import type { Log } from '../floor/context.ts'
import type { ControllerPort } from '../floor/ports/interfaces.ts'
import type { Clock } from '../lib/clock.ts'
import { createTokenBucket } from '../lib/token-bucket.ts'
import {
  FromController,
  type Hello,
  type ToController,
  UnreadableReport,
} from '../machines/cabinet/controller-messages.ts'
import { CLOSE, openControllerLink } from './controller-websocket.ts'

/* One connection of a controller: its messages go to the owner of the machine, which may change meanwhile. */

/** For each one a controller sends the next report, and may send a state: less than the limit of messages. */
const ACKNOWLEDGEMENTS = { burst: 80, perSecond: 24 }
const ACKNOWLEDGEMENT_PAUSE_MS = 50
const MAX_UNREADABLE = 10
/** Messages that are not handled yet: twice the burst, for a floor that waits for its database. */
const MAX_WAITING = 400

export interface OpenController {
  readonly connection: number
  send(message: ToController): void
  /** Answers a press for the controller. */
  refuse(id: string): void
  replace(): void
}

export interface ControllerConnectionOptions {
  readonly floor: ControllerPort
  readonly machineId: string
  readonly log: Log
  readonly clock: Clock
  /** Whether one more log line may say that two controllers use the machine's key. */
  mayLogReplaced(): boolean
  onOpen(controller: OpenController): void
  /** `connection`: 0 if it never opened. */
  onClose(connection: number): void
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

export function connectController(ws: WebSocket, options: ControllerConnectionOptions): void {
  const { floor, machineId, log, clock, mayLogReplaced, onOpen, onClose } = options
  const mayAcknowledge = createTokenBucket(ACKNOWLEDGEMENTS, clock.steady())
  let hello: Hello | undefined
  let fault: FromController | undefined
  let unreadable = 0
  let waiting = 0
  let connection = 0
  const link = openControllerLink(ws, {
    ...{ machineId, log, clock },
    onMessage: receive,
    onBeat() {
      if (hello) queue(() => forward({ type: 'beat' }))
    },
    onClose: () =>
      queue(async () => {
        onClose(connection)
        if (hello) await forward({ type: 'gone' })
      }),
  })

  /** One after the other, so that the owner gets them in their order. */
  let previous: Promise<void> = floor.connectController(machineId).then(
    (number) => {
      if (number === undefined) return link.end(CLOSE.otherMachine, 'its machine is no cabinet')
      connection = number
      const refuse = (id: string) => queue(() => forward({ type: 'refused', id, code: 'late' }))
      onOpen({ connection, send: link.send, refuse, replace: endReplaced })
    },
    (error: unknown) => {
      log.error({ err: error, machine: machineId }, 'a controller could not be connected')
      link.end(CLOSE.error, 'try again')
    },
  )
  function queue(work: () => Promise<void>): void {
    previous = previous.then(async () => {
      if (!link.isClosing()) await work()
    })
  }

  /** A controller that does not wait for acknowledgements sends more than is handled. */
  function receive(data: RawData): void {
    if (waiting >= MAX_WAITING) {
      link.end(CLOSE.tooMany, 'too many messages wait')
      return
    }
    waiting += 1
    queue(async () => {
      waiting -= 1
      await handle(parseJson(data))
    })
  }

  /**
   * A newer connection has the machine's key. If this one has just sent something, another process uses the
   * key, which is logged; if it was silent, the same controller has connected again.
   */
  function endReplaced(): void {
    link.end(CLOSE.replaced, 'a newer connection with its key', link.isAlive() && mayLogReplaced())
  }

  /** Sets the pace of a controller that catches up after an outage, which would exceed its limit. */
  async function waitToAcknowledge(): Promise<void> {
    while (!link.isClosed() && !mayAcknowledge(clock.steady()))
      await new Promise<void>((done) => clock.after(ACKNOWLEDGEMENT_PAUSE_MS, done))
  }

  async function forward(event: ControllerEvent, isRepeated = false): Promise<void> {
    const result = await floor.onController(machineId, connection, event).catch((error: unknown) => {
      log.error({ err: error, machine: machineId }, 'a message of a controller failed')
      return undefined
    })
    if (event.type === 'gone') return
    if (!result) return link.end(CLOSE.error, 'try again', false)
    if (result.ok) {
      if (result.answers.some(({ type }) => type === 'ack')) await waitToAcknowledge()
      return result.answers.forEach(link.send)
    }
    if (result.code === Code.takenOver) return endReplaced()
    // The machine has a new owner.
    if (result.code === Code.notFound && hello && !isRepeated && event.type !== 'hello') {
      await forward(hello)
      if (fault && event.type !== 'fault') await forward(fault, true)
      return forward(event, true)
    }
    link.end(result.code === Code.stopping ? CLOSE.restart : CLOSE.error, 'try again', false)
  }

  async function handle(given: unknown): Promise<void> {
    const parsed = v.safeParse(FromController, given)
    if (!parsed.success) {
      unreadable += 1
      link.send(unreadableError(given))
      if (unreadable === 1)
        log.warn(
          { code: 'controller-unreadable', machine: machineId },
          'a message of a controller cannot be read',
        )
      return unreadable >= MAX_UNREADABLE ? link.end(CLOSE.protocol, 'unreadable messages') : undefined
    }
    const { output: message } = parsed
    if (message.type === 'hello' && message.machine !== machineId)
      return link.end(CLOSE.otherMachine, 'its key is of another machine')
    if (message.type === 'hello') [hello, fault] = [message, undefined]
    if (message.type === 'fault') fault = message
    if (!hello) {
      link.send(errorMessage('hello-first'))
      return link.end(CLOSE.protocol, 'a connection begins with hello')
    }
    await forward(message)
  }
}
