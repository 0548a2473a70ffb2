import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { refuse } from './error-responses.ts'

/** Contains nothing of the request, which may contain a password. */
class InvalidRequest extends Error {
  readonly statusCode = 400
}

/** PostgreSQL stores no NUL in a text, and no half of a surrogate pair in a JSON text. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Cs}/u.test(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

/**
 * Parses a body, a query or the parameters of a path; a mismatch, or a text that the database cannot store,
 * throws, and is answered as an invalid request.
 */
export function parse<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const read = v.safeParse(schema, input)
  if (!read.success || !isStorable(read.output))
    throw new InvalidRequest('the request does not fit its schema')
  return read.output
}

const CODES: ReadonlyMap<number, RefusalCode> = new Map([
  [404, Code.notFound],
  [413, Code.bodyTooLarge],
  [429, Code.tooManyRequests],
])

/** Whether the platform caused an error, and not the client. */
export const isServerError = ({ statusCode: status = 500 }: Pick<FastifyError, 'statusCode'>): boolean =>
  status < 400 || status >= 500

/**
 * Answers an error with a code, never with its message or stack. Only server errors are logged: messages of
 * client errors quote the request.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status } = error
  if (status !== undefined && !isServerError(error)) {
    return refuse(reply, CODES.get(status) ?? Code.invalidRequest, undefined, status)
  }
  request.log.error({ err: error }, 'a call failed')
  return refuse(reply, Code.serverError)
}
