import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'

/*
 * For tests: a correct platform behind a proxy that adds one fault. Each proxy sends its own client address,
 * so that many runs share no rate limit; the platform must trust 127.0.0.1 as a proxy.
 */

export interface HttpAnswer {
  status: number
  readonly headers: Headers
  body: string
}

export interface Fault {
  /** Changes the platform's answer. */
  answer?(answer: HttpAnswer, method: string, path: string): void
  /** Answers in place of the platform. */
  instead?(method: string, path: string, headers: IncomingHttpHeaders): HttpAnswer | undefined
  /** The call that the platform gets in place of this one. */
  path?(path: string): string
  /** Changes a command's payload. `dropped`: the command is neither executed nor acknowledged. */
  command?(event: string, payload: unknown): unknown
  /** Acknowledges a command in place of the platform, which does not get it. */
  reply?(event: string, payload: unknown): unknown
  /** Changes an acknowledgement; a promise holds it back. */
  ack?(event: string, ack: unknown, payload: unknown): unknown
  /** Changes a push. `dropped`: it is not sent. */
  push?(event: string, payload: unknown): unknown
  /** The refusal of a handshake that the platform refuses; undefined: the client is accepted. */
  refusal?(error: Error, token: unknown): Error | undefined
  /** The client's socket stays open when the platform closes its own. */
  readonly keepsOpen?: boolean
}

/** An answer of JSON. */
export const jsonAnswer = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: new Headers({ 'content-type': 'application/json', 'access-control-allow-origin': '*' }),
  body: JSON.stringify(body),
})

export const dropped = Symbol('dropped')

/** All these faults at once; one alone may also have those that replace the platform. */
export function combined(faults: readonly Fault[]): Fault {
  const [only] = faults
  if (only && faults.length === 1) return only
  return {
    answer(...given) {
      for (const fault of faults) fault.answer?.(...given)
    },
    instead: (...given) => faults.map((fault) => fault.instead?.(...given)).find((answer) => answer),
    reply: (...given) => faults.map((fault) => fault.reply?.(...given)).find((ack) => ack !== undefined),
    command: (event, payload) =>
      faults.reduce(
        (value, { command }) => (value !== dropped && command ? command(event, value) : value),
        payload,
      ),
    ack: (event, ack, payload) =>
      faults.reduce((value, fault) => (fault.ack ? fault.ack(event, value, payload) : value), ack),
    push: (event, payload) =>
      faults.reduce((value, { push }) => (value !== dropped && push ? push(event, value) : value), payload),
  }
}

export interface FaultyProxy {
  readonly origin: string
  /** The commands that clients sent on the sockets. */
  readonly commands: readonly { event: string; payload: unknown }[]
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

interface Upstream {
  readonly url: string
  /** Headers with the client's address. */
  readonly forwarded: Record<string, string>
}

const OF_THE_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

async function relayCall(
  upstream: Upstream,
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '', headers } = request
  const body = await bodyOf(request)
  const passed = ['authorization', 'content-type', 'accept', 'if-match'].flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const answer = fault.instead?.(method, url, headers) ?? (await fetchAnswer())
  fault.answer?.(answer, method, url)
  // The body is decoded, and has another length.
  for (const [name, value] of answer.headers)
    if (!OF_THE_CONNECTION.has(name)) response.setHeader(name, value)
  response.writeHead(answer.status).end(answer.body)

  async function fetchAnswer(): Promise<HttpAnswer> {
    const headers = { ...upstream.forwarded, ...Object.fromEntries(passed) }
    const target = upstream.url + (fault.path?.(url) ?? url)
    const got = await fetch(target, { method, headers, ...(body && { body }) })
    return { status: got.status, headers: new Headers(got.headers), body: await got.text() }
  }
}

/** Opens a socket to the platform on behalf of a client. */
function openUpstream({ url, forwarded }: Upstream, auth: object, token: unknown): Promise<Socket> {
  const query = typeof token === 'string' ? { query: { token } } : {}
  const options = { auth, ...query, transports: ['websocket'], reconnection: false, forceNew: true }
  const socket = connect(url, { ...options, extraHeaders: forwarded })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('connect_error', reject)
  })
}

let clients = 0

export async function startFaultyProxy(url: string, fault: Fault): Promise<FaultyProxy> {
  clients += 1
  const upstream = { url, forwarded: { 'x-forwarded-for': `10.0.0.${clients}` } }
  const commands: { event: string; payload: unknown }[] = []
  const http = createServer((request, response) => void relayCall(upstream, fault, request, response))
  const io = new Server(http, { transports: ['websocket'] })
  io.use((socket, next) => {
    const { auth, query } = socket.handshake
    openUpstream(upstream, auth, query.token).then(
      (opened) => {
        socket.data.upstream = opened
        next()
      },
      (error: Error) => next(fault.refusal ? fault.refusal(error, auth.token ?? query.token) : error),
    )
  })
  io.on('connection', (client) => {
    const server: Socket | undefined = client.data.upstream
    if (!server) return
    server.onAny((event: string, original: unknown) => {
      const payload = fault.push ? fault.push(event, original) : original
      if (payload !== dropped) client.emit(event, payload)
    })
    server.on('disconnect', () => {
      if (!fault.keepsOpen) client.disconnect(true)
    })
    client.on('disconnect', (reason) => {
      if (reason === 'client namespace disconnect') server.disconnect()
      else server.io.engine.close()
    })
    client.onAny(async (event: string, ...given: unknown[]) => {
      const reply = given.pop() as (ack: unknown) => void
      const [original] = given
      const payload = fault.command ? fault.command(event, original) : original
      commands.push({ event, payload: original })
      if (payload === dropped) return
      const own = fault.reply?.(event, original)
      // A closed connection acknowledges nothing.
      const relay = () => server.emitWithAck(event, ...(given.length ? [payload] : [])).catch(() => dropped)
      const ack: unknown = own ?? (await relay())
      if (ack === dropped) return
      reply(fault.ack ? await fault.ack(event, ack, original) : ack)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    commands,
    async close() {
      await io.close()
      http.closeAllConnections()
    },
  }
}
