import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { CheckAnswer } from '../../src/contract/country-check.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import type { Countries } from '../players/countries.ts'

/** GET /check: the client's address and country, and whether it is permitted. */
export function countryCheckRoute(app: FastifyInstance, countries: Countries): void {
  app.get('/check', async (request) => {
    const status = countries.isPermitted(request.ip)
    return {
      status,
      code: status ? Code.success : Code.ipNotPermitted,
      ip: normalizeAddress(request.ip),
      country: countries.countryOf(request.ip),
    } satisfies v.InferInput<typeof CheckAnswer>
  })
}
