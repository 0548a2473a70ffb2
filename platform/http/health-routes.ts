import type { FastifyInstance } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { bearerToken, tokenComparison } from './auth.ts'
import { isServerError } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { limitRate } from './rate-limit.ts'

export interface HealthRoutesOptions {
  /** The parts that new players need. */
  readiness(): Promise<Readonly<Record<'database' | 'lease' | 'video' | 'running', boolean>>>
  metrics: Metrics
  /** Enables `/metrics`, which requires it as a bearer token. */
  metricsToken: string | undefined
  callsPerMinute: number
}

/**
 * `/healthz`: the process answers. `/readyz`: 200 if new players can be served, else 503; both with the state
 * of each part. `/metrics`: Prometheus' text format, for clients with the token.
 */
export async function healthRoutes(app: FastifyInstance, options: HealthRoutesOptions): Promise<void> {
  const { metrics, metricsToken } = options
  await limitRate(app, 'health', options.callsPerMinute)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ alive: true }))
  app.get('/readyz', { exposeHeadRoute: true }, async (_, reply) => {
    const parts = await options.readiness()
    return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts)
  })
  if (metricsToken === undefined) return
  const isToken = tokenComparison(metricsToken)
  app.get('/metrics', async (request, reply) => {
    if (!isToken(bearerToken(request)))
      return refuse(reply.header('www-authenticate', 'Bearer'), Code.badSignature)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/**
 * Measures every call by its route, not by its address, which may contain an id, and counts those that fail.
 */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (isServerError(error)) metrics.countError('http')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observeCall(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
  })
}
