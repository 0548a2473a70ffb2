import { createServer, type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'

/** Some socket messages get no answer, such as a pong. Stop waiting for one after this time, ms. */
const MAX_SOCKET_ANSWER_MS = 1_500

interface Held {
  readonly path: string
  /** Whether it answers an earlier request; a push does not. */
  readonly isAnswer: boolean
  deliver(): void
}

export interface TurnProxy {
  readonly url: string
  /** Resolves when the server has answered everything that was sent and nothing has been sent for `ms`. */
  quiet(ms: number): Promise<void>
  /** Whether the answer to this request is held, e.g. `GET /lobby`. */
  holds(request: string): boolean
  /** Delivers every held answer and returns the paths of the answered requests. */
  release(): string[]
  close(): void
}

const headOf = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage) => {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${rawHeaders[i + 1]}`]))
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}

/**
 * A proxy that holds each answer of a server until `release`. The requests that a page sends between two
 * releases do not depend on each other's answers, so the number of releases until a moment is its number of
 * sequential round trips, on any machine. A socket's upgrade and each of its messages count as requests; TCP,
 * TLS and media do not.
 */
export async function startTurnProxy(server: string): Promise<TurnProxy> {
  const { hostname, port } = new URL(server)
  const held: Held[] = []
  const open = new Set<Duplex>()
  /** When each socket last sent a message that is still unanswered. */
  const unanswered = new Map<Duplex, number>()
  let pending = 0
  let lastActivity = performance.now()
  const mark = () => {
    lastActivity = performance.now()
  }
  const forward = (incoming: IncomingMessage) => {
    mark()
    const { method, url, headers } = incoming
    return request({ hostname, port, method, path: url, headers, agent: false })
  }
  const proxy = createServer((incoming, outgoing) => {
    pending++
    const path = `${incoming.method} ${incoming.url}`
    const upstream = forward(incoming)
    const isOver = () => {
      pending--
      mark()
    }
    upstream.on('error', () => {
      isOver()
      outgoing.destroy()
    })
    upstream.on('response', async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      isOver()
      const deliver = () => outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders).end(body)
      held.push({ path, isAnswer: true, deliver })
    })
    incoming.pipe(upstream)
  })
  proxy.on('upgrade', (incoming, client: Duplex) => {
    const path = incoming.url ?? ''
    const upstream = forward(incoming)
    open.add(client)
    unanswered.set(client, performance.now())
    const hold = (bytes: Buffer | string) => {
      mark()
      held.push({ path, isAnswer: unanswered.delete(client), deliver: () => client.write(bytes) })
    }
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
    upstream.on('upgrade', (answer, socket, first) => {
      hold(headOf(answer))
      if (first.length) hold(first)
      socket.on('data', hold)
      socket.on('error', () => client.destroy())
      socket.on('close', () => client.destroy())
      client.on('data', (bytes) => {
        mark()
        unanswered.set(client, performance.now())
        socket.write(bytes)
      })
      client.on('close', () => {
        unanswered.delete(client)
        open.delete(client)
        socket.destroy()
      })
    })
    upstream.end()
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const isQuiet = (ms: number) => {
    const now = performance.now()
    const waits = [...unanswered.values()].some((sent) => now - sent < MAX_SOCKET_ANSWER_MS)
    return !pending && !waits && now - lastActivity >= ms
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    quiet: (ms) =>
      new Promise((done) => {
        const timer = setInterval(() => {
          if (!isQuiet(ms)) return
          clearInterval(timer)
          done()
        }, 20)
      }),
    holds: (request) => held.some(({ path }) => path === request),
    release() {
      const now = held.splice(0)
      const answers = now.filter(({ isAnswer }) => isAnswer)
      for (const { deliver } of now) deliver()
      mark()
      return answers.map(({ path }) => path)
    },
    close() {
      proxy.close()
      proxy.closeAllConnections()
      for (const socket of open) socket.destroy()
    },
  }
}
