import type { FastifyInstance } from 'fastify'
import { LimitRequest, PauseRequest } from '../../src/contract/limits.ts'
import type { Config } from '../config/config.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import type { OperatorPort } from '../floor/ports/interfaces.ts'
import { recordEvent } from '../players/events.ts'
import { createNetLosses } from '../players/net-losses.ts'
import { limitsAnswer, pauseEnd, setOwnLimit, startPause } from '../players/own-limits.ts'
import type { PlayerContext } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'

const UNAVAILABLE = 503

export interface LimitRoutesOptions extends PlayerContext {
  floor: Pick<OperatorPort, 'suspend'>
  config: Pick<Config, 'timeZone'>
}

/** The limits and pauses that players set for themselves. */
export function limitRoutes(api: FastifyInstance, options: LimitRoutesOptions): void {
  const { db, player, reader, floor, config, now } = options
  const losses = createNetLosses()
  const answer = (playerId: string) => limitsAnswer(db, playerId, now(), config.timeZone, losses)

  api.get(
    '/player/limits',
    reader(({ playerId }) => answer(playerId)),
  )

  api.post(
    '/player/limits',
    player(async ({ playerId }, request, reply) => {
      const result = await setOwnLimit(db, playerId, parse(LimitRequest, request.body), now())
      if (!result.ok) {
        const { code, params } = result
        return refuse(reply.header('retry-after', String(params?.seconds)), code, params)
      }
      if (result.changed) {
        const ip = normalizeAddress(request.ip)
        await recordEvent(db, { type: 'limit changed', ip, playerId, at: now() })
      }
      return answer(playerId)
    }),
  )

  api.post(
    '/player/pause',
    player(async ({ playerId }, request, reply) => {
      const { days } = parse(PauseRequest, request.body)
      const result = await startPause(db, playerId, days, now())
      if (!result.ok) return refuse(reply, result.code, result.params)
      const until = await pauseEnd(db, playerId, now())
      if (result.changed) {
        const ip = normalizeAddress(request.ip)
        await recordEvent(db, { type: 'pause started', ip, playerId, at: now() })
      }
      // Also for a repeated request: the first one may have failed between the two.
      if (until !== undefined) {
        const ended = await floor.suspend(playerId, new Date(until).toISOString())
        // The pause is stored, and the visit goes on: the player asks again.
        if (!ended.ok) return refuse(reply, ended.code, ended.params, UNAVAILABLE)
      }
      return answer(playerId)
    }),
  )
}
