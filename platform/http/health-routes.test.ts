import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { healthRoutes } from './health-routes.ts'

const ALL = { database: true, lease: true, video: true, running: true }

async function serve(parts: Partial<typeof ALL>, metricsToken?: string) {
  const app = fastify({ exposeHeadRoutes: false })
  const readiness = async () => ({ ...ALL, ...parts })
  await healthRoutes(app, { readiness, metrics: createMetrics(), metricsToken, callsPerMinute: 100 })
  return async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, body } = await app.inject({ url, method })
    return { statusCode, body }
  }
}

test.each([{ database: false }, { lease: false }, { video: false }, { running: false }])(
  'with %j the process is alive but not ready',
  async (parts) => {
    const get = await serve(parts)
    expect(await get('/healthz')).toMatchObject({ statusCode: 200 })
    for (const [url, statusCode] of [
      ['/healthz', 200],
      ['/readyz', 503],
    ] as const)
      expect(await get(url, 'HEAD')).toMatchObject({ statusCode })
    expect(await get('/readyz')).toEqual({ statusCode: 503, body: JSON.stringify({ ...ALL, ...parts }) })
  },
)

test('without a token there are no metrics', async () => {
  const get = await serve({})
  expect(await get('/metrics')).toMatchObject({ statusCode: 404 })
})
