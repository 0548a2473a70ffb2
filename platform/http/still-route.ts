import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Id } from '../../src/contract/money.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Still } from '../video/client/still-cache.ts'
import type { Scene } from '../video/protocol/machine-state.ts'
import type { RequirePlayer } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { perMinute } from './rate-limit.ts'
import { matchesEtag } from './stored-text.ts'

export interface StillSource {
  readonly engine: Pick<VideoEngine, 'still'>
  /** The scene of a machine; undefined for an unknown one. */
  readonly machine: (id: string) => Scene | undefined
  /** Whether a machine has video at the moment. */
  readonly isOnline: (id: string) => boolean
}

export interface StillRouteOptions {
  stills: StillSource
  player: RequirePlayer
  /** Per address, separately from other calls: a lobby fetches a screenful every few seconds. */
  callsPerMinute: number
}

const Params = v.object({ id: Id })
/** HTTP cache lifetime. */
const MAX_AGE_S = 3

/** The path of a machine's still below the API's. */
export const stillPath = (machineId: string) => `/machine/${encodeURIComponent(machineId)}/still`

/**
 * GET /machine/{id}/still: the machine's picture as a WebP file, at most a few seconds old. 204 while it is
 * off or no still is available, which browsers do not log as an error. Codes: machineNotFound (404).
 */
export function stillRoute(
  api: FastifyInstance,
  { stills, player, callsPerMinute }: StillRouteOptions,
): void {
  const { engine, machine, isOnline } = stills
  api.get(
    '/machine/:id/still',
    perMinute(callsPerMinute),
    player(async (_, request, reply) => {
      const { id } = parse(Params, request.params)
      const scene = machine(id)
      if (!scene) return refuse(reply, Code.machineNotFound)
      return sendStill(request, reply, isOnline(id) ? await engine.still(scene) : undefined, 'private')
    }),
  )
}

/**
 * Sends a still; 304 if the client's copy is current, 204 without a still. `cache`: `public` permits shared
 * caches.
 */
export function sendStill(
  request: FastifyRequest,
  reply: FastifyReply,
  still: Still | undefined,
  cache: 'private' | 'public',
) {
  if (!still) return reply.code(204).send()
  reply.headers({ 'cache-control': `${cache}, max-age=${MAX_AGE_S}`, etag: still.etag })
  if (matchesEtag(request, still.etag)) return reply.code(304).send()
  return reply.type('image/webp').send(still.image)
}
