import type { FastifyInstance } from 'fastify'
import { type Authenticate, forPlayers } from './auth.ts'
import { checkRoute } from './check-route.ts'
import { type FloorCalls, machineRoutes } from './machine-routes.ts'
import { type PlayerRoutesOptions, playerRoutes } from './player-routes.ts'
import { limitRate } from './rate-limit.ts'

export interface ApiOptions extends Omit<PlayerRoutesOptions, 'player'> {
  authenticate: Authenticate
  floor: FloorCalls
  /** More calls under the same limit, e.g. those of the pictures. */
  more?: (scope: FastifyInstance) => Promise<void>
}

/** Every call of the platform: those below /api, /check beside it, and `more`; rate-limited, never cached. */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const player = forPlayers(options.authenticate)
  await app.register(async (scope) => {
    await limitRate(scope, options.config.limits.calls)
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    checkRoute(scope)
    await options.more?.(scope)
    await scope.register(
      async (api) => {
        playerRoutes(api, { ...options, player })
        machineRoutes(api, { ...options, player })
      },
      { prefix: '/api' },
    )
  })
}
