import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { PUSHES, type Push, type PushName } from '../../../src/contract/live.ts'
import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson } from './exchange.ts'
import { mismatchOf } from './shapes.ts'

export interface SocketOptions {
  readonly url: string
  readonly tokenIn: 'query' | 'auth'
  /** Called before each command; may throw to prevent it. */
  readonly guard: (event: string, payload: unknown) => void
  /** Called for a push that does not match the contract. */
  readonly onMalformed: (event: PushName, exchange: Exchange, mismatch: string) => void
}

export interface LiveSocket {
  /** Sends a request and waits for its acknowledgement; throws a Violation without one within 15 s. */
  request(event: string, payload?: unknown): Promise<Exchange>
  /** The position in the pushes, for `since`. */
  readonly mark: number
  /** The first matching push after `since`, as it arrived; throws a Violation without one within `ms`. */
  push<N extends PushName>(
    event: N,
    options: {
      since: number
      matches: (push: Push<N>) => boolean
      expected: string
      where: string
      ms?: number
    },
  ): Promise<Push<N>>
  /** The last push of this event that matches the contract. */
  last<N extends PushName>(event: N): Push<N> | undefined
  /** Whether the server closes the socket within `ms`. */
  isClosed(ms: number): Promise<boolean>
  readonly isConnected: boolean
  /** Drops the connection without a close message, as a lost network does. */
  cut(): void
  /** Closes the connection. */
  close(): void
}

/** The result of a handshake: a socket, or the refusal, whose exchange's body is its `data`. */
export type Connected = { ok: true; socket: LiveSocket } | { ok: false; exchange: Exchange }

const TIMEOUT_MS = 15_000
const PUSH_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 50
const EVENTS = Object.keys(PUSHES) as PushName[]

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function handshake(socket: Socket, sent: string): Promise<Exchange | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (got: string) => {
      clearTimeout(timer)
      reject(new Violation({ sent, got, expected: 'a connection' }))
    }
    const timer = setTimeout(() => fail('no answer'), TIMEOUT_MS)
    const settle = (exchange?: Exchange) => {
      clearTimeout(timer)
      resolve(exchange)
    }
    // A close after the WebSocket's opening and before Socket.IO's confirmation fires neither of the two
    // events below.
    socket.once('disconnect', () => fail('the connection was closed'))
    socket.once('connect', () => settle())
    socket.once('connect_error', (error: Error & { data?: unknown }) => {
      const got = `refused: ${error.message}, data ${formatJson(error.data)}`
      settle({ sent, got, body: error.data })
    })
  })
}

/** Opens a socket by WebSocket only, as the app does. It does not reconnect by itself. */
export async function connectSocket(token: string | undefined, options: SocketOptions): Promise<Connected> {
  const { url, tokenIn, guard, onMalformed } = options
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    ...(token !== undefined && (tokenIn === 'auth' ? { auth: { token } } : { query: { token } })),
  })
  const received: { event: PushName; raw: unknown; push: unknown }[] = []
  let isEnded = false
  for (const event of EVENTS) {
    socket.on(event as string, (raw: unknown) => {
      const mismatch = mismatchOf(PUSHES[event], raw)
      if (mismatch === undefined) received.push({ event, raw, push: v.parse(PUSHES[event], raw) })
      else onMalformed(event, { sent: `a push "${event}"`, got: formatJson(raw), body: raw }, mismatch)
    })
  }
  socket.on('disconnect', () => {
    isEnded = true
  })
  const shown = token === undefined ? 'without a token' : `with the token in "${tokenIn}"`
  const refusal = handshake(socket, `Socket.IO handshake ${shown}`)
  socket.connect()
  const exchange = await refusal
  if (exchange) {
    socket.disconnect()
    return { ok: false, exchange }
  }

  const live: LiveSocket = {
    get mark() {
      return received.length
    },
    get isConnected() {
      return socket.connected
    },
    async request(event, payload) {
      guard(event, payload)
      const sent = payload === undefined ? event : `${event} ${formatJson(payload)}`
      const given = payload === undefined ? [] : [payload]
      try {
        const body: unknown = await socket.timeout(TIMEOUT_MS).emitWithAck(event, ...given)
        return { sent, got: formatJson(body), body }
      } catch {
        const got = isEnded ? 'the connection was closed' : `no acknowledgement within ${TIMEOUT_MS / 1000} s`
        throw new Violation({ sent, got, expected: 'an acknowledgement', where: 'src/contract/live.ts' })
      }
    },
    async push(event, { since, matches, expected, where, ms = PUSH_TIMEOUT_MS }) {
      const until = performance.now() + ms
      for (;;) {
        const later = received.slice(since).filter((one) => one.event === event)
        const found = later.find((one) => matches(one.push as Push<typeof event>))
        if (found) return found.push as Push<typeof event>
        if (performance.now() > until || isEnded) {
          const last = later.at(-1)
          const got = last ? `last: ${formatJson(last.raw)}` : `no "${event}" within ${ms / 1000} s`
          throw new Violation({ got, expected, where })
        }
        await sleep(POLL_INTERVAL_MS)
      }
    },
    last: (event) => received.findLast((one) => one.event === event)?.push as Push<typeof event> | undefined,
    async isClosed(ms) {
      const until = performance.now() + ms
      while (!isEnded && performance.now() < until) await sleep(POLL_INTERVAL_MS)
      return isEnded
    },
    cut() {
      // First, because the engine's own close sends a close message.
      const transport: { ws?: { terminate?(): void } } = socket.io.engine.transport as object
      if (transport.ws?.terminate) transport.ws.terminate()
      else socket.io.engine.close()
    },
    close: () => void socket.disconnect(),
  }
  return { ok: true, socket: live }
}
