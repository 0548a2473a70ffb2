import type { Redis as Client } from 'ioredis'
import type { Log } from '../floor/context.ts'
import { messageOf } from '../lib/message-of.ts'
import { createTokenBucket } from '../lib/token-bucket.ts'

const MAX_STREAM_LENGTH = 10_000
/** How long a message waits for others, ms: what a batch costs hardly depends on their number. */
const BATCH_MS = 10
/** One log line a minute: with its memory almost full, Redis accepts one message and refuses the next one. */
const LOGGED = { burst: 1, perSecond: 1 / 60 }

export interface SenderOptions {
  readonly writer: Client
  readonly channel: string
  /** The id of this process. */
  readonly node: string
  readonly log: Log
  /** Messages were dropped, and Redis has answered all others: it is time to send what replaces them. */
  onReplace(): void
}

/** Sends and numbers the messages of this process in batches, and knows which of them Redis has not taken. */
export function createSender({ writer, channel, node, log, onReplace }: SenderOptions) {
  let sent = 0
  let unanswered = 0
  /** Whether messages were dropped since the last time that none was unanswered. */
  let hasDropped = false
  /** Why Redis, which answers, refuses messages, as without memory; undefined: it takes them. */
  let refusal: string | undefined
  let isStopped = false
  let batch: [kind: string, payload: unknown][] = []
  const isLogged = createTokenBucket(LOGGED, performance.now())

  function onRefused(error: unknown): void {
    if (isStopped) return
    const reason = messageOf(error)
    if (refusal === undefined && isLogged(performance.now()))
      log.warn({ reason }, 'Redis refuses the messages between the processes')
    refusal = reason
    hasDropped = true
  }

  function replaceDropped(): void {
    if (unanswered > 0 || !hasDropped || isStopped) return
    hasDropped = false
    onReplace()
  }

  function onAnswer(messages: number): void {
    unanswered -= messages
    if (refusal === undefined) replaceDropped()
  }

  function sendBatch(): void {
    if (batch.length === 0) return
    const messages = batch
    batch = []
    sent += 1
    unanswered += messages.length
    const text = JSON.stringify({ from: node, number: sent, messages })
    writer
      .xadd(channel, 'MAXLEN', '~', MAX_STREAM_LENGTH, '*', 'message', text)
      .then(() => {
        refusal = undefined
      }, onRefused)
      .finally(() => onAnswer(messages.length))
  }

  return {
    send(kind: string, payload: unknown): void {
      // The stream would not hold more either.
      if (unanswered + batch.length >= MAX_STREAM_LENGTH) {
        // The others notice the number that is left out.
        sent += 1
        hasDropped = true
      } else if (batch.push([kind, payload]) === 1) setTimeout(sendBatch, BATCH_MS)
    },
    async ping(): Promise<void> {
      await writer.ping()
      // What replaces the dropped messages shows whether Redis takes them again.
      if (refusal !== undefined) replaceDropped()
    },
    isRefused: () => refusal !== undefined,
    /** Sends what waits. */
    stop(): void {
      sendBatch()
      isStopped = true
    },
  }
}
