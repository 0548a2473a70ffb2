import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Server } from 'socket.io'
import type * as v from 'valibot'
import { CONTENT_TYPES } from '../e2e/fixtures/foreign-site.ts'
import type { BrandsAnswer, Machine, MachinesAnswer } from '../src/contract/floor.ts'
import type { SignInAnswer } from '../src/contract/http.ts'
import type { MachinePush } from '../src/contract/live.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const ART = ['kervan', 'bosfor', 'nar', 'lodos', 'zeytin', 'ocak'] as const
const STATUSES = ['available', 'playing', 'reserved', 'offline'] as const

/**
 * A server with many machines whose status changes at a steady rate, pushed in batches like the platform's.
 */
export interface FloorServer {
  url: string
  /** Starts the changes; returns a function that stops them. */
  startChanges(perSecond: number): () => void
  close(): void
}

/** Serves the built app and an API with `count` machines in one list, on a free port of 127.0.0.1. */
export async function startFloorServer(count: number): Promise<FloorServer> {
  const machines: v.InferInput<typeof Machine>[] = Array.from({ length: count }, (_, i) => {
    const brand = ART[i % ART.length] ?? ART[0]
    const name = `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${i + 1}`
    return { id: i + 1, name, brand, status: STATUSES[i % 3] ?? 'available' }
  })
  const signedIn: v.InferInput<typeof SignInAnswer> = {
    token: 'bench',
    id: 1,
    username: 'bench',
    name: 'Bench',
  }
  const brands: v.InferInput<typeof BrandsAnswer> = ART.map((brand, i) => ({
    id: i + 1,
    name: brand,
    brand,
    jackpot: '1234500',
    machineCount: Math.ceil(count / ART.length),
  }))
  const all: v.InferInput<typeof MachinesAnswer> = { machines }
  const responses: Record<string, unknown> = {
    'GET /Settings.json': { socketToken: 'auth', showLobby: false },
    'POST /api/login': signedIn,
    'GET /api/validate': signedIn,
    'GET /api/player/balance': { balance: 1_000_000, seq: 1 },
    'GET /api/machine/all': all,
    'GET /api/machine/brands': brands,
    'GET /check': { status: true, code: 20000 },
  }
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname)
    const json = responses[`${request.method} ${path}`]
    const name = extname(path) ? path : '/index.html'
    const file = join(DIST, name)
    if (json !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    } else if (existsSync(file)) {
      response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream' })
      createReadStream(file).pipe(response)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const io = new Server(server, { transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => {
    socket.on('init', (_: unknown, acknowledge: (answer: unknown) => void) => {
      acknowledge({ ok: true, balance: 1_000_000, seq: 1, session: null })
    })
  })
  return {
    url: `http://127.0.0.1:${address.port}`,
    startChanges(perSecond) {
      const intervalMs = 100
      let next = 0
      const timer = setInterval(() => {
        const batch: v.InferInput<typeof MachinePush> = Array.from(
          { length: (perSecond * intervalMs) / 1000 },
          () => {
            // 397 is prime, so the stride reaches every machine.
            next = (next + 397) % count
            const status = STATUSES[Math.floor(Math.random() * STATUSES.length)] ?? 'available'
            return { id: next + 1, status }
          },
        )
        io.emit('machine', batch)
      }, intervalMs)
      return () => clearInterval(timer)
    },
    close() {
      io.disconnectSockets(true)
      void io.close()
    },
  }
}
