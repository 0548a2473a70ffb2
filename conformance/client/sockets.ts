import { io, type Socket } from 'socket.io-client'
import type * as v from 'valibot'
import { PUSHES, type Push, type PushName } from '../../src/contract/live.ts'
import { readTolerantly } from '../../src/contract/tolerant.ts'
import { FollowsFrom, Violation } from '../report/findings.ts'
import { type Exchange, formatJson } from './exchange.ts'
import { mismatchOf } from './shapes.ts'
import { sleep, type Waits } from './waits.ts'

export interface SocketOptions {
  readonly url: string
  readonly tokenIn: 'query' | 'auth'
  /** Called before each command; may throw to prevent it. */
  readonly guard: (event: string, payload: unknown) => void
  /** Called for a push that does not match the contract. */
  readonly onMalformed: (event: PushName, exchange: Exchange, mismatch: string) => void
  readonly waits: Waits
  /** The requests that a platform left unacknowledged: their like is waited for less. */
  readonly silent: Set<string>
  /** The app's origin, which a browser names in the handshake. */
  readonly origin: string
}

export interface LiveSocket {
  /** Sends a request and waits for its acknowledgement, `ms` if given; throws a Violation without one. */
  request(event: string, payload?: unknown, ms?: number): Promise<Exchange>
  /** The position in the pushes, for `since`. */
  readonly mark: number
  /** The first matching push after `since`; throws a Violation without one within `ms`. */
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
  /** Whether a matching push came after `since`. */
  has<N extends PushName>(event: N, since: number, matches: (push: Push<N>) => boolean): boolean
  /** The last readable push of this event. */
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

const POLL_INTERVAL_MS = 20
const EVENTS = Object.keys(PUSHES) as PushName[]

/** The title of the check that reports a malformed push. */
export const malformedPush = (event: PushName) => `a push "${event}" fits the contract`

function handshake(socket: Socket, sent: string, waits: Waits): Promise<Exchange | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (got: string) => {
      clearTimeout(timer)
      reject(new Violation({ sent, got, expected: 'a connection' }))
    }
    const timer = setTimeout(() => fail('no answer'), waits.answer)
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
  const { url, tokenIn, guard, onMalformed, waits, silent, origin } = options
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    extraHeaders: { origin },
    ...(token !== undefined && (tokenIn === 'auth' ? { auth: { token } } : { query: { token } })),
  })
  const received: { event: PushName; raw: unknown; push: unknown }[] = []
  /** The events of which a push was unreadable. */
  const unreadable = new Set<PushName>()
  /** The events that did not come when one was due. */
  const missing = new Set<PushName>()
  let isEnded = false
  for (const event of EVENTS) {
    socket.on(event as string, (raw: unknown) => {
      const mismatch = mismatchOf(PUSHES[event], raw)
      if (mismatch !== undefined)
        onMalformed(event, { sent: `a push "${event}"`, got: formatJson(raw), body: raw }, mismatch)
      const push = readTolerantly(PUSHES[event] as v.GenericSchema, raw)
      if (push.ok) received.push({ event, raw, push: push.output })
      else unreadable.add(event)
    })
  }
  socket.on('disconnect', () => {
    isEnded = true
  })
  const shown = token === undefined ? 'without a token' : `with the token in "${tokenIn}"`
  const refusal = handshake(socket, `Socket.IO handshake ${shown}`, waits)
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
    async request(event, payload, patience = waits.answer) {
      guard(event, payload)
      const sent = payload === undefined ? event : `${event} ${formatJson(payload)}`
      const given = payload === undefined ? [] : [payload]
      const ms = silent.has(event) ? Math.min(patience, waits.optional) : patience
      try {
        if (isEnded) throw new Error('closed')
        const body: unknown = await socket.timeout(ms).emitWithAck(event, ...given)
        return { sent, got: formatJson(body), body }
      } catch {
        if (!isEnded) silent.add(event)
        const got = isEnded ? 'the connection was closed' : `no acknowledgement within ${ms / 1000} s`
        throw new Violation({ sent, got, expected: 'an acknowledgement', where: 'src/contract/live.ts' })
      }
    },
    async push(event, { since, matches, expected, where, ms = waits.push }) {
      const wait = missing.has(event) || unreadable.has(event) ? Math.min(ms, waits.optional) : ms
      const until = performance.now() + wait
      for (;;) {
        const later = received.slice(since).filter((one) => one.event === event)
        const found = later.find((one) => matches(one.push as Push<typeof event>))
        if (found) return found.push as Push<typeof event>
        if (performance.now() > until || isEnded) {
          if (unreadable.has(event)) throw new FollowsFrom(malformedPush(event))
          missing.add(event)
          const last = later.at(-1)
          const none = isEnded
            ? `no "${event}" before the disconnect`
            : `no "${event}" within ${wait / 1000} s`
          const got = last ? `last: ${formatJson(last.raw)}` : none
          const isNever = !received.some((one) => one.event === event)
          throw new Violation({ got, expected, where }, isNever ? `no push ${event}` : undefined)
        }
        await sleep(POLL_INTERVAL_MS)
      }
    },
    has: (event, since, matches) =>
      received.slice(since).some((one) => one.event === event && matches(one.push as Push<typeof event>)),
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
