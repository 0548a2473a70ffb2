import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { VideoRefusal } from '../video/protocol/ipc.ts'
import { refuse } from './error-responses.ts'

export const SDP = 'application/sdp'
export const FRAGMENT = 'application/trickle-ice-sdpfrag'
/**
 * Values of Retry-After in s: machine offline, no capacity, video process starting, other openings of the
 * player, no SFU.
 */
export const RETRY_AFTER_S = { offline: 5, full: 10, down: 1, busy: 1, sfu: 2 }
/** What the URL of a request names. */
export const Target = v.object({ machineId: v.string(), viewerId: v.optional(v.string(), '') })

export const typeOf = (request: FastifyRequest) =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

export function refuseOffer(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'full') return retryLater(reply, RETRY_AFTER_S.full, Code.pipelineFailed, 503)
  if (refused === 'sdp') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'offer') return refuse(reply, Code.invalidRequest, undefined, 406)
  return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
}

/** After 422 and 404 a client sends a new offer. */
export function refuseChange(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'unknown') return refuse(reply, Code.notFound)
  if (refused === 'fragment') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'restart') return refuse(reply, Code.invalidRequest, undefined, 422)
  return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
}

export function retryLater(reply: FastifyReply, seconds: number, code: RefusalCode, status: number) {
  return refuse(reply.header('retry-after', String(seconds)), code, undefined, status)
}
