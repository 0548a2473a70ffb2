import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { messageOf } from '../lib/message-of.ts'

/* HTTP calls between the processes of a floor, on a separate address, authorized by their shared key. */

/** A call of a process to itself, which shows that its address can be called. */
const CHECK = 'check'
const CHECK_TIMEOUT_MS = 10_000
const Call = v.object({ name: v.string(), args: v.array(v.unknown()) })
const Answer = v.object({ answer: v.unknown() })

export interface Link {
  /** host:port for the other processes. */
  readonly address: string
  stop(): Promise<void>
}

/**
 * Answers the calls of other processes at `host:port`; port 0: a free one. `isGone`: whether the caller has
 * given the call up. One that is given up before it starts does not run.
 */
export async function openLink(
  listenAt: string,
  key: Uint8Array,
  answer: (name: string, args: unknown[], isGone: () => boolean) => Promise<unknown>,
): Promise<Link> {
  const expected = Buffer.from(bearer(key))
  const isPermitted = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(headers.authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const server = createServer(async (request, response) => {
    if (!isPermitted(request)) return response.writeHead(401).end()
    try {
      const { name, args } = v.parse(Call, JSON.parse(await text(request)))
      const isGone = () => response.destroyed
      if (isGone()) return
      if (name === CHECK) return response.end(JSON.stringify({ answer: true }))
      // JSON has no undefined.
      const result = await answer(
        name,
        args.map((value) => value ?? undefined),
        isGone,
      )
      response.end(JSON.stringify({ answer: result }))
    } catch {
      response.writeHead(500).end()
    }
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
  const address = `${hostname}:${boundPort}`
  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  try {
    await call(address, key, CHECK, [], AbortSignal.timeout(CHECK_TIMEOUT_MS))
  } catch (error) {
    await stop()
    const reason = error instanceof Error ? (error.cause ?? error) : error
    throw new Error(`NODE_ADDRESS ${listenAt} can not be called: ${messageOf(reason)}`)
  }
  return { address, stop }
}

/** Throws when the process does not answer. */
export async function call(
  address: string,
  key: Uint8Array,
  name: string,
  args: unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(`http://${address}/`, {
    method: 'POST',
    headers: { authorization: bearer(key) },
    body: JSON.stringify({ name, args }),
    signal,
  })
  if (!response.ok) throw new Error(`another process answered ${response.status}`)
  return v.parse(Answer, await response.json()).answer
}

const bearer = (key: Uint8Array) => `Bearer ${Buffer.from(key).toString('hex')}`
