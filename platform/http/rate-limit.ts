import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

const MINUTE = 60_000

class TooMany extends Error {
  readonly statusCode = 429
}

/** Limits the calls registered on `app` after this to so many a minute from one address. */
export async function limitRate(app: FastifyInstance, callsAMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: callsAMinute,
    timeWindow: MINUTE,
    // One entry an address; the oldest are forgotten first.
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
    errorResponseBuilder: () => new TooMany('too many requests'),
  })
}
