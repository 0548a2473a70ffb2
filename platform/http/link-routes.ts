import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import {
  LinkDecision,
  LinkQuestionRequest,
  LinkRequest,
  type LinkState,
  LinkStateRequest,
} from '../../src/contract/phone-login.ts'
import type { Config } from '../config/config.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import { venueOf } from '../config/venues.ts'
import { createLink, decideLink, readLink, takeLink } from '../players/login-links.ts'
import type { SignInService } from '../players/sign-in.ts'
import { deviceOf } from '../players/user-agent.ts'
import type { PlayerContext } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { byAddress, perMinute } from './rate-limit.ts'

/** The screens of a venue share its address: codes and polls per minute, for each call of one player. */
const CODES_PER_LOGIN = 6
const POLLS_PER_CALL = 4

export interface LinkRoutesOptions extends Omit<PlayerContext, 'reader'> {
  signIn: SignInService
  config: Pick<Config, 'limits' | 'venues'>
}

/**
 * Login at a kiosk from the player's phone. Only addresses of the operator's venues get codes, so that no
 * other page can show one: 404 for all others, and while there are no venues.
 */
export function linkRoutes(api: FastifyInstance, options: LinkRoutesOptions): void {
  const { db, signIn, player, config, now } = options
  const isOn = config.venues.length > 0

  /** Wraps a handler for the kiosks of a venue. */
  const atVenue =
    (handler: (venue: string, request: FastifyRequest) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const venue = venueOf(config.venues, request.ip)
      return venue === undefined ? refuse(reply, Code.notFound) : handler(venue, request)
    }

  api.post(
    '/login/link',
    perMinute(CODES_PER_LOGIN * config.limits.logins, byAddress),
    atVenue((venue, { body }) => createLink(db, { venue, screen: parse(LinkRequest, body).screen }, now())),
  )

  api.post(
    '/login/link/state',
    perMinute(POLLS_PER_CALL * config.limits.calls, byAddress),
    atVenue(async (_, request): Promise<v.InferInput<typeof LinkState>> => {
      const link = await takeLink(db, parse(LinkStateRequest, request.body).secret, now())
      if (link.state !== 'confirmed') return { state: link.state }
      const device = [deviceOf(request.headers['user-agent']), link.from].filter(Boolean).join(' · ')
      const login = await signIn.loginByLink(link.by, normalizeAddress(request.ip), device)
      return login ? { state: 'confirmed', login } : { state: 'over' }
    }),
  )

  // By player: a guesser gets few attempts at 31^8 codes that are valid for a minute.
  const attempts = perMinute(config.limits.logins)
  api.post(
    '/player/link',
    attempts,
    player(async (_, request, reply) => {
      if (!isOn) return refuse(reply, Code.notFound)
      const result = await readLink(db, parse(LinkQuestionRequest, request.body).code, now())
      return result.ok ? result.question : refuse(reply, result.code)
    }),
  )

  api.post(
    '/player/link/answer',
    attempts,
    player(async (identity, request, reply) => {
      if (!isOn) return refuse(reply, Code.notFound)
      const result = await decideLink(db, identity, parse(LinkDecision, request.body), now())
      return result.ok ? { status: true, code: Code.success } : refuse(reply, result.code)
    }),
  )
}
