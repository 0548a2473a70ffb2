import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

const MINUTE_MS = 60_000

class TooManyRequests extends Error {
  readonly statusCode = 429
}

/** Limits the routes registered on `app` afterwards, per minute and address. */
export async function limitRate(app: FastifyInstance, callsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: MINUTE_MS,
    // Addresses; the oldest are evicted first.
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
