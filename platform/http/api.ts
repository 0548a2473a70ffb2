import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { SUBRESOURCE_POLICY } from '../config/headers/header-set.ts'
import type { Countries } from '../players/countries.ts'
import { adminRoutes, type OperatorOperations } from './admin-routes.ts'
import { type AttractRoutesOptions, attractRoutes } from './attract-routes.ts'
import { type Authenticate, requirePlayer } from './auth.ts'
import { createBudgets } from './budgets.ts'
import { countryCheckRoute } from './country-check-route.ts'
import { type LimitRoutesOptions, limitRoutes } from './limit-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { type FloorOperations, machineRoutes } from './machine-routes.ts'
import { type PlayerRoutesOptions, playerRoutes } from './player-routes.ts'
import { type QualityRouteOptions, qualityRoute } from './quality-route.ts'
import { limitRate } from './rate-limit.ts'
import { readInTurns } from './reading-turns.ts'
import { type RulesSource, rulesRoutes } from './rules-routes.ts'
import { type StillSource, stillRoute } from './still-route.ts'
import { type UserRoutesOptions, userRoutes } from './user-routes.ts'

export interface ApiOptions extends Omit<PlayerRoutesOptions, 'player' | 'reader'> {
  authenticate: Authenticate
  floor: FloorOperations &
    OperatorOperations &
    RulesSource &
    LimitRoutesOptions['floor'] &
    AttractRoutesOptions['floor']
  countries: Countries
  extras: UserRoutesOptions['extras']
  config: PlayerRoutesOptions['config'] & Pick<Config, 'adminToken' | 'timeZone' | 'venues'>
  /** Serves stills of the machines; optional. */
  stills?: StillSource
  /** Shows stills of free machines to guests, if there are stills; optional. */
  attract?: Pick<AttractRoutesOptions, 'isOn' | 'permits'>
  /** Accepts the players' quality reports; optional. */
  quality?: Omit<QualityRouteOptions, 'player'>
  /** Registers further routes under the same rate limit, e.g. WHEP. */
  extraRoutes?: (scope: FastifyInstance) => Promise<void>
}

/** Calls that the app repeats by itself; they do not count as use of a login. */
const AUTOMATIC =
  /^\/api\/(validate|machine|chat\/(contacts|user|get-chat)|player\/(balance|chat-identity|quality))\b/

/** Requests of pictures allowed per other call. */
const PICTURES_PER_CALL = 4

/**
 * Registers all HTTP routes: /api, /check and `extraRoutes`, rate-limited and never cached, and the admin API
 * if it has a token.
 */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { adminToken, limits } = options.config
  const player = requirePlayer(options.authenticate, async ({ loginId }, { routeOptions }) => {
    if (!AUTOMATIC.test(routeOptions.url ?? '')) await options.logins.touch(loginId)
  })
  const reader = readInTurns(player, options.logins)
  if (adminToken !== undefined) {
    const admin = { ...options, token: adminToken, callsPerMinute: limits.logins }
    await app.register((scope) => adminRoutes(scope, admin))
  }
  await app.register(async (scope) => {
    await limitRate(
      scope,
      'api',
      limits.calls,
      createBudgets(options.logins, () => performance.now()),
    )
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
      // An API answer is no page, so its policy permits nothing; this policy is also the shorter one.
      reply.raw.setHeader('content-security-policy', SUBRESOURCE_POLICY)
      for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-xss-protection'])
        reply.raw.removeHeader(name)
      reply.removeHeader('permissions-policy')
    })
    countryCheckRoute(scope, options.countries)
    await scope.register(async (extra) => {
      // Before the hooks of these routes, which authenticate.
      extra.addHook('onRequest', extra.rateLimit())
      await options.extraRoutes?.(extra)
    })
    await scope.register(
      async (api) => {
        playerRoutes(api, { ...options, player, reader })
        machineRoutes(api, { ...options, player, reader })
        userRoutes(api, { ...options, player, reader })
        limitRoutes(api, { ...options, player, reader })
        linkRoutes(api, { ...options, player })
        const { stills, attract, quality } = options
        const picturesPerMinute = PICTURES_PER_CALL * limits.calls
        rulesRoutes(api, { ...options, reader, picturesPerMinute })
        if (stills) stillRoute(api, { stills, player, callsPerMinute: picturesPerMinute })
        if (stills && attract)
          attractRoutes(api, {
            ...options,
            ...attract,
            stills,
            listsPerMinute: limits.calls,
            picturesPerMinute,
          })
        if (quality) qualityRoute(api, { ...quality, player })
      },
      { prefix: '/api' },
    )
  })
}
