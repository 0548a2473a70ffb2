import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis as Client } from 'ioredis'
import type { Log } from '../floor/context.ts'
import { systemClock } from '../lib/clock.ts'
import { messageOf } from '../lib/message-of.ts'
import { repeat } from '../lib/repeat.ts'
import { createReceiver, type Receive } from './bus-receiver.ts'
import { createSender } from './bus-sender.ts'

/*
 * Messages to the other processes of the floor over a Redis stream, in order and each once. Messages sent
 * during an outage of Redis arrive after it. Of a long outage some are dropped, by their process or by the
 * stream; each process numbers its messages, so that the others notice.
 */

const READ_COUNT = 200
const BLOCK_MS = 5000
const MAX_RETRY_MS = 500
const CONNECT_TIMEOUT_MS = 5000
/** A connection on which an answer is due for this long is dead; longer than a read waits for messages. */
const SILENCE_MS = 2 * BLOCK_MS
/** The same for counters, for which a call of a player waits. */
const COUNTER_TIMEOUT_MS = 500
/** How often an answer is made due, so that silence is noticed also without messages. */
const PING_INTERVAL_MS = 1000

export interface Bus {
  send(kind: string, payload: unknown): void
  /** Calls the listener for messages of the other processes from now on. */
  onMessage(listener: Receive): void
  /** Called after a message if messages before it were lost. */
  onLoss(listener: () => void): void
  /**
   * Called when Redis is back after an outage. If messages of it were dropped, it is called again when Redis
   * has taken the others. Called every second while Redis refuses messages.
   */
  onReconnect(listener: () => void): void
  /** Whether Redis is connected, takes messages and returns them. */
  isConnected(): boolean
  /** For counters; during an outage of Redis its commands fail at once, after one that has timed out. */
  readonly counters: Client
  stop(): Promise<void>
}

/** Each connects by itself, again and again. */
async function createClients(redisUrl: string) {
  // Imported only with REDIS_URL.
  const { Redis } = await import('ioredis')
  const retryStrategy = (attempt: number) => Math.min(attempt * 50, MAX_RETRY_MS)
  const options = {
    maxRetriesPerRequest: null,
    retryStrategy,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  }
  return {
    writer: new Redis(redisUrl, options),
    reader: new Redis(redisUrl, options),
    counters: new Redis(redisUrl, {
      ...options,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      // Its commands fail at once from then on, until a new connection is answered.
      socketTimeout: COUNTER_TIMEOUT_MS,
    }),
  }
}

/** `channel`: the floor's; `node`: the id of this process. Throws an Error whose message is one line. */
export async function openBus(redisUrl: string, channel: string, node: string, log: Log): Promise<Bus> {
  const { writer, reader, counters } = await createClients(redisUrl)
  const clients = [writer, reader, counters]
  let isAway = false
  for (const client of clients) client.on('error', () => {})
  writer.on('close', () => {
    if (!isAway && !stopped) log.warn({}, 'Redis is away: messages between the processes wait')
    isAway = true
  })
  const receiver = createReceiver(node, log)
  const lossListeners: (() => void)[] = []
  const reconnectListeners: (() => void)[] = []
  const emitReconnect = () => {
    for (const listener of reconnectListeners) listener()
  }
  const sender = createSender({ writer, channel, node, log, onReplace: emitReconnect })
  let stopped = false
  try {
    // The first login counts at once.
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
    await Promise.all([writer, counters].map((client) => once(client, 'ready', { signal })))
  } catch {
    for (const client of clients) client.disconnect()
    throw new Error('the Redis server of REDIS_URL can not be reached')
  }
  isAway = false
  writer.on('ready', () => {
    isAway = false
    emitReconnect()
  })
  const [last] = await writer.xrevrange(channel, '+', '-', 'COUNT', 1)
  let offset = last?.[0] ?? '0-0'
  /** Redis answers, and refuses to return messages, as to a user without the right to. */
  let isReadRefused = false

  async function onReadError(error: unknown): Promise<void> {
    if (stopped) return
    if (!isReadRefused)
      log.warn({ reason: messageOf(error) }, 'Redis does not return the messages between the processes')
    isReadRefused = true
    await sleep(MAX_RETRY_MS)
  }

  /** The next messages; null where none came in time, undefined after a failure. */
  async function readNext() {
    try {
      const answer = await reader.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', channel, offset)
      isReadRefused = false
      return answer
    } catch (error) {
      return onReadError(error)
    }
  }

  async function read(): Promise<void> {
    while (!stopped) {
      const answer = await readNext()
      let hasLoss = false
      for (const [id, [, text = '']] of answer?.[0]?.[1] ?? []) {
        offset = id
        hasLoss = receiver.receive(text) || hasLoss
      }
      if (!hasLoss) continue
      log.warn({}, 'messages of another process were lost')
      for (const listener of lossListeners) listener()
    }
  }

  void read()
  const stopPings = repeat(sender.ping, PING_INTERVAL_MS, systemClock, () => {})

  return {
    send: sender.send,
    onMessage: receiver.onMessage,
    onLoss: (listener) => void lossListeners.push(listener),
    onReconnect: (listener) => void reconnectListeners.push(listener),
    isConnected: () => writer.status === 'ready' && !sender.isRefused() && !isReadRefused,
    counters,
    async stop() {
      stopped = true
      sender.stop()
      void stopPings()
      if (writer.status === 'ready') await writer.quit().catch(() => {})
      for (const client of clients) client.disconnect()
    },
  }
}
