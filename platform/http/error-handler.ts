import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { refuse } from './error-responses.ts'

/** What a schema refused. Carries nothing of what was sent: that may hold a password. */
class InvalidRequest extends Error {
  readonly statusCode = 400
}

/** Reads a body or a query by its schema; what does not fit is answered as an invalid request. */
export function parse<T extends v.GenericSchema>(schema: T, given: unknown): v.InferOutput<T> {
  const read = v.safeParse(schema, given)
  if (!read.success) throw new InvalidRequest('the request does not fit its schema')
  return read.output
}

const CODES: ReadonlyMap<number, number> = new Map([
  [404, Code.notFound],
  [413, Code.bodyTooLarge],
  [429, Code.tooManyRequests],
])

/**
 * The one place where an error becomes an answer: a code, never a stack or a message of ours.
 * Only our own failures are logged. What a client did wrong is not: such messages quote what was sent.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    return refuse(reply, CODES.get(status) ?? Code.invalidRequest, undefined, status)
  }
  request.log.error({ err: error }, 'a call failed')
  return refuse(reply, Code.serverError)
}
