import { request } from 'node:http'
import { Manager } from 'socket.io-client'

/* For tests: clients that flood a platform. A proxy header gives their addresses. */

/** What the flood sent, and how often each HTTP status answered its calls; 0: none did. */
export interface Flood {
  readonly statuses: ReadonlyMap<number, number>
  /** Connections that opened. */
  connections(): number
  stop(): Promise<void>
}

export interface FloodOptions {
  /** The address of the next request. */
  address(): string
  /** Requests of each kind that are sent together, again every second; none by default. */
  logins?: number
  calls?: number
  /** Connections that present an invalid token, likewise. */
  badTokens?: number
  /** Connections that never send anything; one that the platform ends is opened again. */
  silent?: number
}

const INTERVAL_MS = 1000
/** Of batches of calls: a machine that is busy with other work is not flooded by more. */
const MAX_UNANSWERED = 3

/** Floods until `stop`. */
export function startFlood(platform: string, options: FloodOptions): Flood {
  const statuses = new Map<number, number>()
  let connections = 0
  let count = 0
  let isOver = false
  const managers = new Set<Manager>()

  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<void> {
    const headers = {
      'x-forwarded-for': options.address(),
      authorization: `Bearer forged.${count}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const status = await new Promise<number>((resolve) => {
      const sent = request(platform + path, { method, headers }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', () => resolve(0)).end(body && JSON.stringify(body))
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  /** Opens a connection, and resolves when it has ended. */
  function connect(token?: string): Promise<void> {
    const extraHeaders = { 'x-forwarded-for': options.address() }
    const manager = new Manager(platform, { transports: ['websocket'], reconnection: false, extraHeaders })
    managers.add(manager)
    return new Promise<void>((resolve) => {
      manager.once('error', () => resolve())
      manager.once('close', () => resolve())
      manager.once('open', () => {
        connections += 1
        if (token === undefined) return
        const socket = manager.socket('/', { auth: { token } })
        socket.once('connect_error', () => manager._close())
        socket.connect()
      })
    }).finally(() => managers.delete(manager))
  }

  const nextName = () => `nobody-${++count}`
  const times = (n = 0, act: () => Promise<void>) => Array.from({ length: n }, act)
  const pending = new Set<Promise<void>>()
  let unanswered = 0
  const sendAll = () => {
    if (unanswered >= MAX_UNANSWERED) return
    unanswered += 1
    const calls = [
      ...times(options.logins, () => send('POST', '/api/login', { username: nextName(), password: 'wrong' })),
      ...times(options.calls, () => send('GET', '/api/player/balance')),
    ]
    void Promise.all(calls).then(() => {
      unanswered -= 1
    })
    for (const one of [...calls, ...times(options.badTokens, () => connect(nextName()))])
      void pending.add(one.finally(() => pending.delete(one)))
  }
  sendAll()
  const timer = setInterval(sendAll, INTERVAL_MS)
  const silent = times(options.silent, async () => {
    while (!isOver) await connect()
  })
  return {
    statuses,
    connections: () => connections,
    async stop() {
      isOver = true
      clearInterval(timer)
      for (const manager of managers) manager._close()
      await Promise.all([...pending, ...silent])
    },
  }
}
