import type { Redis as Client } from 'ioredis'
import type { Log } from '../floor/context.ts'
import { messageOf } from '../lib/message-of.ts'
import { createTokenBucket } from '../lib/token-bucket.ts'

const MAX_STREAM_LENGTH = 10_000
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

/** Numbers the messages of this process, and knows which of them Redis has not taken. */
export function createSender({ writer, channel, node, log, onReplace }: SenderOptions) {
  let sent = 0
  let unanswered = 0
  /** Whether messages were dropped since the last time that none was unanswered. */
  let hasDropped = false
  /** Why Redis, which answers, refuses messages, as without memory; undefined: it takes them. */
  let refusal: string | undefined
  let isStopped = false
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

  function onAnswer(): void {
    unanswered -= 1
    if (refusal === undefined) replaceDropped()
  }

  return {
    send(kind: string, payload: unknown): void {
      sent += 1
      // The stream would not hold them either.
      hasDropped ||= unanswered >= MAX_STREAM_LENGTH
      if (unanswered >= MAX_STREAM_LENGTH) return
      unanswered += 1
      const text = JSON.stringify({ from: node, number: sent, kind, payload })
      writer
        .xadd(channel, 'MAXLEN', '~', MAX_STREAM_LENGTH, '*', 'message', text)
        .then(() => {
          refusal = undefined
        }, onRefused)
        .finally(onAnswer)
    },
    async ping(): Promise<void> {
      await writer.ping()
      // What replaces the dropped messages shows whether Redis takes them again.
      if (refusal !== undefined) replaceDropped()
    },
    isRefused: () => refusal !== undefined,
    stop(): void {
      isStopped = true
    },
  }
}
