import { type ReadonlySignal, signal } from '@preact/signals-react'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { ErrorAnswer } from '../contract/http.ts'
import { PUSHES, type Push, type PushName } from '../contract/live.ts'
import { type Failure, failed, type Result } from '../contract/result.ts'

export type ChannelState = 'connecting' | 'up' | 'down' | 'refused'

/** What every acknowledgement parses to: `ok` says which kind it is. */
type Ack = { ok: true } | { ok: false; code: number; ErrorMessage: string; params: Failure['params'] }

export interface ChannelOptions {
  /** The server's address; empty: the page's own origin. */
  url: string
  /** Read anew at every attempt to connect, so that a renewed token is used. */
  token: () => string
  tokenIn: 'auth' | 'query'
  /** Only these pushes are listened to; a malformed one never reaches its handler. */
  pushes: { [N in PushName]?: (push: Push<N>) => void }
  /** Each change, before `state` is read by anybody else; `failure` with `refused`. */
  onState?: (state: ChannelState, failure?: Failure) => void
}

export interface Channel {
  readonly state: ReadonlySignal<ChannelState>
  /** Pushes that did not parse, since the channel was opened. */
  readonly malformed: ReadonlySignal<number>
  /**
   * One request, one answer. While not connected it fails at once (`network`); it is never kept for later and
   * never sent twice. A `network` failure leaves open whether the server carried it out: ask for the true state.
   * `auth`: the token is not accepted.
   */
  request<S extends v.GenericSchema<unknown, Ack>>(
    name: string,
    payload: Record<string, unknown>,
    ackSchema: S,
    timeoutMs?: number,
  ): Promise<Result<Extract<v.InferOutput<S>, { ok: true }>>>
  close(): void
}

/** Backing off between attempts, ms; Socket.IO spreads each by half at random. */
const BACKOFF = { first: 500, most: 10_000 }
const REQUEST_TIMEOUT_MS = 10_000

/** It would be the same at every further attempt. */
const AUTH: readonly number[] = [Code.badSignature, Code.tokenExpired, Code.ipNotPermitted, Code.banned]

/** Hears every push of the options through the contract; tells of a malformed one once by name. */
function listen(socket: Socket, pushes: ChannelOptions['pushes'], onMalformed: (name: string) => void): void {
  const hear = <N extends PushName>(name: N, handler: (push: Push<N>) => void) => {
    socket.on(name as string, (raw: unknown) => {
      const push = v.safeParse(PUSHES[name] as v.GenericSchema<unknown, Push<N>>, raw)
      if (push.success) handler(push.output)
      else onMalformed(name)
    })
  }
  for (const name of Object.keys(PUSHES) as PushName[]) {
    const handler = pushes[name] as ((push: Push<typeof name>) => void) | undefined
    if (handler) hear(name, handler)
  }
}

/** Opens a live channel. It connects by itself, again and again with growing pauses, until closed or refused. */
export function openChannel({ url, token, tokenIn, pushes, onState }: ChannelOptions): Channel {
  const state = signal<ChannelState>('connecting')
  const malformed = signal(0)
  const reported = new Set<string>()
  let pause = BACKOFF.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const socket: Socket = io(url || window.location.origin, {
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: BACKOFF.first,
    reconnectionDelayMax: BACKOFF.most,
    ...(tokenIn === 'auth'
      ? { auth: (give: (data: { token: string }) => void) => give({ token: token() }) }
      : { query: { token: token() } }),
  })

  const become = (next: ChannelState, failure?: Failure) => {
    state.value = next
    onState?.(next, failure)
  }
  const renewQuery = () => {
    if (tokenIn === 'query') socket.io.opts.query = { token: token() }
  }
  const connectLater = () => {
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

  listen(socket, pushes, (name) => {
    malformed.value++
    if (reported.has(name)) return
    reported.add(name)
    // biome-ignore lint/suspicious/noConsole: the one line an operator can find a broken server by
    console.warn(`dropped a malformed "${name}" notification`)
  })
  socket.io.on('reconnect_attempt', renewQuery)
  socket.on('connect', () => {
    pause = BACKOFF.first
    become('up')
  })
  socket.on('disconnect', (reason) => {
    if (closed) return
    become('down')
    // Socket.IO leaves it to us when the server hung up by itself.
    if (reason === 'io server disconnect') connectLater()
  })
  socket.on('connect_error', (error: Error & { data?: unknown }) => {
    const said = v.safeParse(ErrorAnswer, error.data)
    if (said.success && AUTH.includes(said.output.code)) {
      const { code, ErrorMessage, params } = said.output
      const refusal = failed('auth', { code, message: ErrorMessage, params })
      socket.disconnect()
      become('refused', refusal.ok ? undefined : refusal.error)
      return
    }
    if (state.peek() !== 'down') become('down')
    // The server's own "no" ends Socket.IO's attempts; a network failure does not.
    if (!socket.active) connectLater()
  })
  // The pauses have grown while there was no network; now that there is one nobody sits them out.
  const online = () => {
    if (state.peek() !== 'down') return
    clearTimeout(timer)
    pause = BACKOFF.first
    renewQuery()
    socket.disconnect().connect()
  }
  globalThis.addEventListener?.('online', online)
  socket.connect()

  return {
    state,
    malformed,
    async request(name, payload, ackSchema, timeoutMs = REQUEST_TIMEOUT_MS) {
      if (!socket.connected) return failed('network')
      let raw: unknown
      try {
        const asked = socket.timeout(timeoutMs).emitWithAck(name, payload)
        // Where it finds the connection dead, as after a sleep, Socket.IO keeps a request for the next one.
        socket.sendBuffer.length = 0
        raw = await asked
      } catch {
        return failed('network')
      }
      const answer = v.safeParse(ackSchema, raw)
      if (!answer.success) return failed('invalid')
      const ack: Ack = answer.output
      if (ack.ok) return { ok: true, value: answer.output as Extract<typeof answer.output, { ok: true }> }
      const { code, ErrorMessage, params } = ack
      return failed(AUTH.includes(code) ? 'auth' : 'refused', { code, message: ErrorMessage, params })
    },
    close() {
      closed = true
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', online)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}
