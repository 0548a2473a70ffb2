import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { addressKey } from '../config/ip-addresses.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'
import { refuse } from './error-responses.ts'

const MINUTE_MS = 60_000

/** Counters that several processes share. */
type SharedCounters = { readonly redis: object; readonly prefix: string }
declare module 'fastify' {
  interface FastifyInstance {
    sharedCounters?: SharedCounters
  }
  interface FastifyContextConfig {
    /** Whether no limit by address counts a request, because it is of a server that many players use. */
    isUnlimited?(request: FastifyRequest): boolean
  }
}

class TooManyRequests extends Error {
  readonly statusCode = 429
}

export const byAddress = ({ ip }: FastifyRequest) => addressKey(ip)

/**
 * Paths of the routes that end a login or a visit, or return money. Each login has its own budget for each of
 * them, so that no other limit and no other user can prevent a cash-out or a logout.
 */
const EXIT_PATHS = ['/player/logout', '/player/logins/end', '/player/cancel', '/player/kick'] as const
const exits = new Set<string>(EXIT_PATHS.map((path) => `/api${path}`))
export const isExit = ({ routeOptions }: FastifyRequest) => exits.has(routeOptions.url ?? '')
/** A route's own limit, by player or by the given key. */
export const perMinute = (max: number, keyGenerator?: typeof byAddress) => ({
  config: { rateLimit: { max, timeWindow: MINUTE_MS, ...(keyGenerator && { keyGenerator }) } },
})
export const exitLimit = perMinute(60)

const isUnlimited = (request: FastifyRequest) => request.routeOptions.config?.isUnlimited?.(request) ?? false

/** All requests of an address, including files, per call that one player may send. */
const TOTAL_PER_CALL = 20

/** Limits all requests of an address before any other work; many players may share it. */
export function limitAddresses(app: FastifyInstance, callsPerMinute: number): void {
  const burst = TOTAL_PER_CALL * callsPerMinute
  const { take } = createTokenBuckets({ burst, perSecond: burst / 60 })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // A connection that was reset has no address any more, and takes no answer.
    if (request.socket.remoteAddress === undefined) return reply.hijack()
    if (isExit(request) || isUnlimited(request) || take(byAddress(request), performance.now())) return
    return refuse(reply.header('retry-after', '1'), Code.tooManyRequests)
  })
}

/**
 * Limits the routes that are registered on `app` afterwards, per minute and key, separately for each name. A
 * scope with hooks of its own can run the limit before them by `app.rateLimit()`.
 */
export async function limitRate(
  app: FastifyInstance,
  name: string,
  callsPerMinute: number,
  keyOf: (request: FastifyRequest) => string | Promise<string> = byAddress,
): Promise<void> {
  const shared = app.sharedCounters
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: keyOf,
    allowList: isUnlimited,
    ...(shared && { redis: shared.redis, nameSpace: `${shared.prefix}${name}:`, skipOnError: true }),
    // Players and addresses; the oldest are evicted first.
    cache: 10_000,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: () => new TooManyRequests('too many requests'),
  })
}
