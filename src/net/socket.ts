import { type ReadonlySignal, signal } from '@preact/signals-react'
import { io, type Socket, WebSocket as WebSocketTransport } from 'socket.io-client'
import type * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { ErrorAnswer } from '../contract/http.ts'
import { PUSHES, type Push, type PushName, withOk } from '../contract/live.ts'
import { type Failure, failed, type Result } from '../contract/result.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import { takeEarlySocket } from './early-calls.ts'
import { reportUnreadable } from './report-unreadable.ts'

export type ChannelState = 'connecting' | 'up' | 'down' | 'refused'

/** The parsed form of each acknowledgement, discriminated by `ok`. */
type Ack =
  | { ok: true }
  | { ok: false; code?: number | null | undefined; ErrorMessage: string; params: Failure['params'] }

export interface ChannelOptions {
  /** The server's origin; empty: the page's own. */
  url: string
  /** Called at each attempt to connect, so that a renewed token is used. */
  token: () => string
  tokenIn: 'auth' | 'query'
  /** Other pushes are ignored; a malformed push never reaches its handler. */
  pushes: { [N in PushName]?: (push: Push<N>) => void }
  /** Called at each change, before other readers see `state`; with a `failure` for `refused`. */
  onState?: (state: ChannelState, failure?: Failure) => void
}

export interface Channel {
  readonly state: ReadonlySignal<ChannelState>
  /**
   * Sends one request and returns its answer. Without a connection it fails at once (`network`); it is never
   * queued and never sent twice. After a `network` failure the outcome is unknown: fetch the current state.
   * `auth`: the token was rejected.
   */
  request<S extends v.GenericSchema<unknown, Ack>>(
    name: string,
    payload: Record<string, unknown>,
    ackSchema: S,
    timeoutMs?: number,
  ): Promise<Result<Extract<v.InferOutput<S>, { ok: true }>>>
  /**
   * Sends the newest token on the open socket, so that the server does not close it when the older one
   * expires.
   */
  renewToken(): void
  /** Ends the pushes at once, and the connection too, or when `after` is settled. */
  close(after?: Promise<unknown>): void
}

/**
 * The delay between attempts, ms; each is reduced by up to a half at random. It begins anew after a
 * connection that has lasted for the longest delay.
 */
const BACKOFF = { first: 500, most: 10_000 }
const REQUEST_TIMEOUT_MS = 10_000

/** The codes that would be repeated at each further attempt. */
const AUTH_CODES: readonly number[] = [Code.badSignature, Code.tokenExpired, Code.ipNotPermitted, Code.banned]

const isAuthCode = (code: number | null | undefined) => AUTH_CODES.includes(code ?? 0)

/** A server that failed may have executed the command. */
function categoryOf(code: number | null | undefined): Failure['category'] {
  if (code === Code.serverError) return 'server'
  return isAuthCode(code) ? 'auth' : 'refused'
}

/** For the console, which names each fault once: both channels have events of the same name. */
const nameOf = ({ game }: ChannelOptions['pushes']) => (game ? '(game)' : '(notification)')

function handlePushes(socket: Socket, pushes: ChannelOptions['pushes']): void {
  const handle = <N extends PushName>(name: N, handler: (push: Push<N>) => void) => {
    socket.on(name as string, (raw: unknown) => {
      const push = readTolerantly(PUSHES[name] as v.GenericSchema<unknown, Push<N>>, raw)
      reportUnreadable(`push ${name} ${nameOf(pushes)}`, push.issues)
      if (push.ok) handler(push.output)
    })
  }
  for (const name of Object.keys(PUSHES) as PushName[]) {
    const handler = pushes[name] as ((push: Push<typeof name>) => void) | undefined
    if (handler) handle(name, handler)
  }
}

/** The failure of a handshake that would fail in the same way again; undefined for any other failure. */
function authFailure(error: Error & { data?: unknown }): Failure | undefined {
  const parsed = readTolerantly(ErrorAnswer, error.data)
  if (!parsed.ok || !isAuthCode(parsed.output.code)) return undefined
  const { code, ErrorMessage, params } = parsed.output
  const refusal = failed('auth', { code: code ?? undefined, message: ErrorMessage, params })
  return refusal.ok ? undefined : refusal.error
}

const sendRequest =
  (socket: Socket, pushes: ChannelOptions['pushes']): Channel['request'] =>
  async (name, payload, ackSchema, timeoutMs = REQUEST_TIMEOUT_MS) => {
    if (!socket.connected) return failed('network')
    let raw: unknown
    try {
      const pending = socket.timeout(timeoutMs).emitWithAck(name, payload)
      // If the connection is dead, as after sleep, Socket.IO buffers the request for the next one.
      socket.sendBuffer.length = 0
      raw = await pending
    } catch {
      return failed('network')
    }
    const answer = readTolerantly(ackSchema, withOk(raw))
    reportUnreadable(`acknowledgement of ${name} ${nameOf(pushes)}`, answer.issues)
    if (!answer.ok) return failed('invalid')
    const ack: Ack = answer.output
    if (ack.ok) return { ok: true, value: answer.output as Extract<typeof answer.output, { ok: true }> }
    const { code, ErrorMessage, params } = ack
    return failed(categoryOf(code), {
      code: code ?? undefined,
      message: ErrorMessage,
      params,
    })
  }

/**
 * Keeps a socket connected: `connecting` -> `up` -> `down` -> `up` …, until it is refused or closed.
 * Socket.IO itself retries after a network failure; this function retries after the server's disconnect or
 * refusal.
 */
function startConnection(
  socket: Socket,
  state: ReadonlySignal<ChannelState>,
  renewQuery: () => void,
  setState: (state: ChannelState, failure?: Failure) => void,
): Channel['close'] {
  let pause = BACKOFF.first
  let connectedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const retry = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        renewQuery()
        socket.connect()
      },
      pause * (0.5 + Math.random() / 2),
    )
    pause = Math.min(pause * 2, BACKOFF.most)
  }
  socket.io.on('reconnect_attempt', renewQuery)
  socket.on('connect', () => {
    connectedAt = performance.now()
    setState('up')
  })
  socket.on('disconnect', (reason) => {
    if (performance.now() - connectedAt >= BACKOFF.most) pause = BACKOFF.first
    setState('down')
    if (reason === 'io server disconnect') retry()
  })
  socket.on('connect_error', (error) => {
    const failure = authFailure(error)
    if (failure) {
      socket.disconnect()
      setState('refused', failure)
      return
    }
    if (state.peek() !== 'down') setState('down')
    // Socket.IO stops after a refusal, but not after a network failure.
    if (!socket.active) retry()
  })
  // The delay has grown while the network was down.
  const onOnline = () => {
    if (state.peek() !== 'down') return
    clearTimeout(timer)
    pause = BACKOFF.first
    renewQuery()
    socket.disconnect().connect()
  }
  globalThis.addEventListener?.('online', onOnline)
  socket.connect()
  return (after) => {
    clearTimeout(timer)
    globalThis.removeEventListener?.('online', onOnline)
    // First, because the disconnect would otherwise report `down`.
    socket.removeAllListeners()
    const disconnect = () => socket.disconnect()
    if (after) void after.then(disconnect, disconnect)
    else disconnect()
  }
}

/**
 * The only transport of both channels. The first connection may be the one that the page's first script
 * opened.
 */
class EarlyWebSocket extends WebSocketTransport {
  override createSocket(...given: Parameters<WebSocketTransport['createSocket']>): WebSocket {
    return takeEarlySocket(given[0]) ?? super.createSocket(...given)
  }
}

/** Opens a live channel. It reconnects with growing delays until it is closed or refused. */
export function openChannel({ url, token, tokenIn, pushes, onState }: ChannelOptions): Channel {
  const state = signal<ChannelState>('connecting')
  const socket: Socket = io(url || window.location.origin, {
    transports: [EarlyWebSocket],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: BACKOFF.first,
    reconnectionDelayMax: BACKOFF.most,
    ...(tokenIn === 'auth'
      ? { auth: (give: (data: { token: string }) => void) => give({ token: token() }) }
      : { query: { token: token() } }),
  })
  handlePushes(socket, pushes)
  const renewQuery = () => {
    if (tokenIn === 'query') socket.io.opts.query = { token: token() }
  }
  const close = startConnection(socket, state, renewQuery, (next, failure) => {
    state.value = next
    onState?.(next, failure)
  })
  return {
    state,
    request: sendRequest(socket, pushes),
    renewToken() {
      // A new connection reads the newest token itself.
      if (socket.connected) socket.emit('auth', { token: token() })
    },
    close,
  }
}
