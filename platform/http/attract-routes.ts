import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AttractAnswer } from '../../src/contract/attract.ts'
import { Code } from '../../src/contract/codes.ts'
import { Id } from '../../src/contract/money.ts'
import type { ListPort } from '../floor/ports/interfaces.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { byAddress, perMinute } from './rate-limit.ts'
import { type StillSource, sendStill } from './still-route.ts'

export interface AttractRoutesOptions {
  floor: Pick<ListPort, 'freeMachines'>
  stills: Pick<StillSource, 'engine' | 'machine'>
  /** Whether the operator has turned the pictures on. */
  isOn(): Promise<boolean>
  /** Whether clients of this address are served. */
  permits(ip: string): boolean
  /** Limits by address: a venue's kiosks share one, and each fetches a picture every few seconds. */
  listsPerMinute: number
  picturesPerMinute: number
}

/** A kiosk shows one brand after another, so more would rarely come to their turn. */
const MAX_MACHINES = 8
const Params = v.object({ id: Id })

/**
 * What a kiosk shows to guests, without a token: one free machine of each brand, and their stills. Only the
 * stills of these machines are public, so that strangers make the platform draw no more than a few. Codes:
 * notFound (404) while the operator has the pictures off, ipNotPermitted, machineNotFound (404).
 */
export function attractRoutes(api: FastifyInstance, options: AttractRoutesOptions): void {
  const { floor, stills, isOn, permits, listsPerMinute, picturesPerMinute } = options
  const forGuests =
    (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await isOn())) return refuse(reply, Code.notFound)
      if (!permits(request.ip)) return refuse(reply, Code.ipNotPermitted)
      return handler(request, reply)
    }
  const shown = () => floor.freeMachines().slice(0, MAX_MACHINES)

  api.get(
    '/attract',
    perMinute(listsPerMinute, byAddress),
    forGuests(async () => {
      const machines = shown().map(({ id, ...machine }) => ({
        ...machine,
        still: `/attract/${encodeURIComponent(id)}/still`,
      }))
      return { machines } satisfies v.InferInput<typeof AttractAnswer>
    }),
  )

  api.get(
    '/attract/:id/still',
    perMinute(picturesPerMinute, byAddress),
    forGuests(async (request, reply) => {
      const { id } = parse(Params, request.params)
      const scene = stills.machine(id)
      if (!scene) return refuse(reply, Code.machineNotFound)
      const isShown = () => shown().some((machine) => machine.id === id)
      const still = isShown() ? await stills.engine.still(scene) : undefined
      // A player may have sat down while it was drawn.
      return sendStill(request, reply, isShown() ? still : undefined, 'public')
    }),
  )
}
