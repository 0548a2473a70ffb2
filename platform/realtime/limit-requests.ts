import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Log } from '../floor/context.ts'
import { type Result, refused } from '../lib/result.ts'
import { type RealtimeSocket, refusal } from './sockets.ts'

type Reply = (answer: object) => void

function replyOf(given: readonly unknown[]): Reply | undefined {
  const last = given.at(-1)
  return typeof last === 'function' ? (answer) => void last(answer) : undefined
}

/**
 * Answers one kind of request. The payload is read by its schema first (none at all reads as an empty one); a
 * malformed one is refused, or ignored when nobody waits for an answer. What goes wrong here is logged without
 * the payload, and refused.
 */
export function onRequest<T extends v.GenericSchema>(
  socket: RealtimeSocket,
  log: Log,
  event: string,
  schema: T,
  work: (asked: v.InferOutput<T>) => Promise<Result<object>>,
): void {
  socket.on(event, (...given) => {
    const reply = replyOf(given)
    const payload = typeof given[0] === 'function' || given[0] === undefined ? {} : given[0]
    const read = v.safeParse(schema, payload)
    if (!read.success) return reply?.(refusal(refused(Code.invalidRequest)))
    void work(read.output)
      .catch((error: unknown) => {
        log.error({ err: error, event }, 'a live request failed')
        return refused(Code.serverError)
      })
      .then((result) => reply?.(result.ok ? result : refusal(result)))
  })
}

/** What no request is named after is refused, and so is what comes too often; who goes on is disconnected. */
export function limitRequests(
  socket: RealtimeSocket,
  known: ReadonlySet<string>,
  allow: () => boolean,
  patience: number,
): void {
  let over = 0
  socket.use(([event, ...given], next) => {
    if (!allow()) {
      over += 1
      if (over > patience) socket.disconnect(true)
      replyOf(given)?.(refusal(refused(Code.tooManyRequests)))
    } else if (known.has(event)) {
      next()
    } else {
      replyOf(given)?.(refusal(refused(Code.invalidRequest)))
    }
  })
}
