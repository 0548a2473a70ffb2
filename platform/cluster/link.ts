import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { trackConnections } from '../lib/track-connections.ts'
import { handleUpgradeErrors } from '../lib/upgrade-errors.ts'

/*
 * Calls between the processes of a floor, on a separate address, over connections that stay open and are
 * authorized by the shared key.
 */

/** A connection is dead without an answer for as long as a process without a lease. */
const PING = { pingInterval: 1000, pingTimeout: 3000 }
/** After a cut, the next call is to have a new attempt. */
const CONNECT_MS = 2000
/** Longer than any caller waits. Socket.IO fails a call with its connection only if the call has a limit. */
const CALL_MS = 60_000
const MAX_BYTES = 16 * 1024 ** 2

export interface Link {
  /** host:port for the other processes. */
  readonly address: string
  stop(): Promise<void>
}

const bearer = (key: Uint8Array) => `Bearer ${Buffer.from(key).toString('hex')}`

/**
 * Answers the calls of other processes at `host:port`; port 0: a free one. `isGone`: whether the caller has
 * cancelled the call. A call that is cancelled before it starts does not run. Throws an Error with a message
 * of one line if the address cannot be opened.
 */
export async function openLink(
  listenAt: string,
  key: Uint8Array,
  answer: (name: string, args: unknown[], isGone: () => boolean) => Promise<unknown>,
): Promise<Link> {
  const expected = Buffer.from(bearer(key))
  const server = createServer((_, response) => void response.writeHead(401).end())
  handleUpgradeErrors(server)
  const endConnections = trackConnections(server)
  const sockets = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_BYTES,
    ...PING,
    allowRequest({ headers }, decide) {
      const given = Buffer.from(headers.authorization ?? '')
      decide(null, given.length === expected.length && timingSafeEqual(given, expected))
    },
  })
  sockets.on('connection', (socket) => {
    const running = new Set<number>()
    socket.on('gone', (id: number) => void running.delete(id))
    socket.on('call', async (id: number, name: string, args: unknown[], send: (given: object) => void) => {
      running.add(id)
      const isGone = () => !socket.connected || !running.has(id)
      try {
        // A stalled process has the end of its caller's patience in the same buffer.
        await new Promise(setImmediate)
        if (isGone()) return
        // JSON has no undefined.
        const given = args.map((value) => value ?? undefined)
        send({ answer: (await answer(name, given, isGone)) ?? null })
      } catch {
        send({})
      } finally {
        running.delete(id)
      }
    })
  })
  // Not as a URL, which has no port where that is HTTP's own.
  const [, hostname = '', port] = /^(.*):(\d+)$/.exec(listenAt) ?? []
  try {
    await once(server.listen(Number(port), hostname.replace(/^\[|\]$/g, '')), 'listening')
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : error
    throw new Error(`NODE_ADDRESS ${listenAt} can not be opened: ${code}`)
  }
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound ? bound.port : 0
  return {
    address: `${hostname}:${boundPort}`,
    async stop() {
      endConnections()
      await sockets.close()
    },
  }
}

/** Calls other processes. `key`: the one that they share. */
export function createCaller(key: Uint8Array) {
  const connections = new Map<string, Promise<Socket>>()
  let last = 0

  function connectTo(address: string): Promise<Socket> {
    const open = connections.get(address)
    if (open) return open
    const extraHeaders = { authorization: bearer(key) }
    const socket = io(`ws://${address}`, {
      ...{
        transports: ['websocket'],
        extraHeaders,
        timeout: CONNECT_MS,
        reconnection: false,
        forceNew: true,
      },
    })
    const connecting = new Promise<Socket>((resolve, reject) => {
      const end = (error: unknown) => {
        connections.delete(address)
        reject(error)
      }
      socket
        .once('connect', () => resolve(socket))
        .once('connect_error', end)
        .once('disconnect', end)
    })
    connections.set(address, connecting)
    return connecting
  }

  return {
    /** Throws when the process does not answer. */
    async call(address: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown> {
      last += 1
      const id = last
      const gone = once(signal, 'abort').then(() => Promise.reject(signal.reason))
      const socket = await Promise.race([connectTo(address), gone])
      signal.throwIfAborted()
      const giveUp = () => socket.emit('gone', id)
      signal.addEventListener('abort', giveUp, { once: true })
      const asked = socket.timeout(CALL_MS).emitWithAck('call', id, name, args)
      const { answer } = await Promise.race([asked, gone]).finally(() =>
        signal.removeEventListener('abort', giveUp),
      )
      if (answer === undefined) throw new Error('another process refused a call')
      return answer
    },
    stop(): void {
      for (const connecting of connections.values())
        connecting.then(
          (socket) => void socket.disconnect(),
          () => {},
        )
    },
  }
}
