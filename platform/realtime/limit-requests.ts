import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Log } from '../floor/context.ts'
import { type Result, refused } from '../lib/result.ts'
import { type RealtimeSocket, toErrorAck } from './sockets.ts'

type Reply = (answer: object) => void

function replyOf(given: readonly unknown[]): Reply | undefined {
  const last = given.at(-1)
  return typeof last === 'function' ? (answer) => void last(answer) : undefined
}

/**
 * Handles one kind of request. A missing payload counts as an empty one; an invalid one is refused. A failure
 * is logged without the payload and refused with serverError.
 */
export function onRequest<T extends v.GenericSchema>(
  socket: RealtimeSocket,
  log: Log,
  event: string,
  schema: T,
  handle: (request: v.InferOutput<T>) => Promise<Result<object>>,
): void {
  socket.on(event, (...given) => {
    const reply = replyOf(given)
    const payload = typeof given[0] === 'function' || given[0] === undefined ? {} : given[0]
    const read = v.safeParse(schema, payload)
    if (!read.success) return reply?.(toErrorAck(refused(Code.invalidRequest)))
    void handle(read.output)
      .catch((error: unknown) => {
        log.error({ err: error, event }, 'a live request failed')
        return refused(Code.serverError)
      })
      .then((result) => reply?.(result.ok ? result : toErrorAck(result)))
  })
}

/**
 * Refuses unknown events and those over the limit; disconnects a socket after `maxOverLimit` of the latter.
 */
export function limitRequests(
  socket: RealtimeSocket,
  known: ReadonlySet<string>,
  mayHandle: (event: string) => boolean,
  maxOverLimit: number,
): void {
  let overLimit = 0
  socket.use(([event, ...given], next) => {
    if (!mayHandle(String(event))) {
      overLimit += 1
      if (overLimit > maxOverLimit) socket.disconnect(true)
      replyOf(given)?.(toErrorAck(refused(Code.tooManyRequests)))
    } else if (known.has(event)) {
      next()
    } else {
      replyOf(given)?.(toErrorAck(refused(Code.invalidRequest)))
    }
  })
}
