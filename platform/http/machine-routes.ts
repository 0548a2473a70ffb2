import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { CancelRequest, MachineRequest } from '../../src/contract/end-visit.ts'
import { Id } from '../../src/contract/money.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import type { ListPort, PlayerPort } from '../floor/ports/interfaces.ts'
import { recordEvent } from '../players/events.ts'
import type { PlayerContext } from './auth.ts'
import { compressResponse } from './compress-response.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { exitLimit } from './rate-limit.ts'

/** The part of the floor that these routes use. */
export type FloorOperations = Pick<ListPort, 'brands' | 'machines'> & Pick<PlayerPort, 'kick' | 'cancel'>

const BrandParams = v.object({ id: Id })

export interface MachineRoutesOptions extends PlayerContext {
  floor: FloorOperations
}

/** Brands, machines, and the calls that end a visit. */
export function machineRoutes(
  api: FastifyInstance,
  { db, floor, player, reader, now }: MachineRoutesOptions,
): void {
  api.get(
    '/machine/brands',
    player(async () => floor.brands()),
  )

  api.get(
    '/machine/all',
    { onSend: compressResponse },
    reader(async ({ playerId }) => floor.machines(playerId)),
  )

  api.get(
    '/machine/:id',
    { onSend: compressResponse },
    reader(async ({ playerId }, request, reply) => {
      const { id } = parse(BrandParams, request.params)
      return floor.machines(playerId, id) ?? refuse(reply, Code.notFound)
    }),
  )

  api.post(
    '/player/kick',
    exitLimit,
    player(async ({ playerId }, request, reply) => {
      const { machineId } = parse(MachineRequest, request.body)
      const result = await floor.kick(playerId, machineId)
      if (!result.ok) return refuse(reply, result.code, result.params)
      const details = { machine: machineId }
      const ip = normalizeAddress(request.ip)
      if (result.changed !== false)
        await recordEvent(db, { type: 'kicked by player', ip, playerId, at: now(), details })
      return { status: true, code: Code.success }
    }),
  )

  api.post(
    '/player/cancel',
    exitLimit,
    player(async ({ playerId }, request, reply) => {
      const { machineId, automatic } = parse(CancelRequest, request.body)
      const result = await floor.cancel(playerId, machineId, automatic)
      if (!result.ok) return refuse(reply, result.code, result.params)
      return { status: true, code: Code.success, Params: { amount: result.amount } }
    }),
  )
}
