import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, connect as dial, type Socket } from 'node:net'
import { seededRandom } from '../platform/games/index.ts'

/** What a line does to the traffic, the same in both directions. */
export interface Line {
  readonly roundTripMs: number
  /** A packet is held up by up to this, and so are those behind it, ms. */
  readonly jitterMs?: number
  /** The share of packets that are lost, 0 to 1. */
  readonly loss?: number
  /** Losses come in gaps of this length, ms; without it each packet by itself. */
  readonly gapMs?: number
  readonly bitsPerSecond?: number
}

/** Packets of media that would wait longer than this for a slow line are lost, ms. */
const MAX_QUEUE_MS = 500
/** Every run draws the same numbers. */
const SEED = 1

/** One direction of a line. */
class Direction {
  readonly #line: Line
  readonly #random: () => number
  #freeAt = 0
  #gapUntil = 0
  #lastAt = performance.now()

  constructor(line: Line, seed: number) {
    this.#line = line
    const random = seededRandom(seed)
    this.#random = () => random.int(1e6) / 1e6
  }

  /**
   * When a packet arrives, ms of `performance.now`; undefined: it is lost. TCP sends it once more instead.
   */
  arrival(bytes: number, isTcp: boolean): number | undefined {
    const { roundTripMs, jitterMs = 0, bitsPerSecond } = this.#line
    const now = performance.now()
    const isLost = this.#isLost(now)
    const queuedUntil = Math.max(now, this.#freeAt)
    if (!isTcp && (isLost || queuedUntil - now > MAX_QUEUE_MS)) return undefined
    this.#freeAt = queuedUntil + (bitsPerSecond ? (bytes * 8000) / bitsPerSecond : 0)
    return this.#freeAt + roundTripMs / 2 + this.#random() * jitterMs + (isLost ? roundTripMs : 0)
  }

  #isLost(now: number): boolean {
    const { loss = 0, gapMs } = this.#line
    if (!gapMs) return this.#random() < loss
    if (now < this.#gapUntil) return true
    // As many gaps in a time as make their share of it that of the losses.
    const begins = this.#random() < (loss / gapMs) * (now - this.#lastAt)
    this.#lastAt = now
    if (begins) this.#gapUntil = now + gapMs
    return begins
  }
}

/** Runs what arrives on one stream at its time, and nothing before what came earlier. */
function inOrder(): (at: number, run: () => void) => void {
  const waiting: (() => void)[] = []
  let lastAt = 0
  return (at, run) => {
    lastAt = Math.max(lastAt, at)
    waiting.push(run)
    // Timers of nearly the same moment may change places.
    setTimeout(() => waiting.shift()?.(), lastAt - performance.now())
  }
}

export interface Relay {
  /** The server's address through the line. */
  readonly url: string
  /** The port of this host that stands for a UDP port of the server. */
  media(host: string, port: number): Promise<number>
  close(): void
}

/**
 * A line between a browser and a server on this machine. A lost packet of TCP costs its stream a round trip;
 * the first bytes of a connection wait for one, as for a handshake. A page reaches the UDP ports of the media
 * through `media`.
 */
export async function startRelay(server: string, line: Line): Promise<Relay> {
  const { hostname, port } = new URL(server)
  const closers = new Set<() => void>()
  const up = new Direction(line, SEED)
  const down = new Direction(line, SEED + 1)

  const forward = (from: Socket, to: Socket, direction: Direction, handshakeMs: number) => {
    const deliver = inOrder()
    const openedAt = performance.now() + handshakeMs
    const pass = (bytes: number, run: () => void) => {
      const at = direction.arrival(bytes, true) ?? 0
      deliver(at + Math.max(0, openedAt - performance.now()), run)
    }
    from.on('data', (chunk) => pass(chunk.length, () => to.writable && to.write(chunk)))
    from.on('end', () => pass(0, () => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => pass(0, () => to.destroy()))
  }
  const proxy = createServer((client) => {
    const upstream = dial(Number(port), hostname)
    for (const socket of [client, upstream]) {
      const destroy = () => socket.destroy()
      closers.add(destroy)
      socket.setNoDelay(true).on('close', () => closers.delete(destroy))
    }
    forward(client, upstream, up, line.roundTripMs)
    forward(upstream, client, down, 0)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    async media(host, port) {
      const outside = createSocket('udp4')
      closers.add(() => outside.close())
      const pass =
        (direction: Direction, deliver: ReturnType<typeof inOrder>) => (packet: Buffer, send: () => void) => {
          const at = direction.arrival(packet.length, false)
          if (at !== undefined) deliver(at, () => closers.size && send())
        }
      const passUp = pass(up, inOrder())
      const passDown = pass(down, inOrder())
      /** A socket for each of the browser's ports, so that the server tells them apart. */
      const inside = new Map<number, UdpSocket>()
      outside.on('message', (packet, { address, port: from }) => {
        let socket = inside.get(from)
        if (!socket) {
          socket = createSocket('udp4')
          closers.add(() => socket?.close())
          socket.on('message', (answer) => passDown(answer, () => outside.send(answer, from, address)))
          inside.set(from, socket)
        }
        passUp(packet, () => socket?.send(packet, port, host))
      })
      await new Promise<void>((done) => outside.bind(0, host, done))
      return outside.address().port
    },
    close() {
      proxy.close()
      for (const close of closers) close()
      closers.clear()
    },
  }
}
