import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Id } from '../../src/contract/money.ts'
import { BRANDS, brandOf, symbolFile } from '../brands/index.ts'
import type { ListPort } from '../floor/ports/interfaces.ts'
import { paidShareOf } from '../floor/settle-spin.ts'
import { parseDefinition } from '../games/definition.ts'
import { SYMBOL_KEYS, type SymbolKey } from '../games/index.ts'
import { reelsOf, rulesOf, type StoredWin, winsOf } from '../games/rules.ts'
import { findSpin, PlayerSpinQuery, PlayerSpinsQuery, spinsOf } from '../players/spin-history.ts'
import type { PlayerContext } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { perMinute } from './rate-limit.ts'

/** The part of the floor that these routes use. */
export type RulesSource = Pick<ListPort, 'scene' | 'rulesOf'>

export interface RulesRoutesOptions extends Pick<PlayerContext, 'db' | 'reader'> {
  floor: RulesSource
  /** Per address, separately from other calls: a paytable shows nine pictures. */
  picturesPerMinute: number
}

const MachineParams = v.object({ id: Id })
const PictureParams = v.object({
  brand: v.picklist(BRANDS.map(({ key }) => key)),
  file: v.pipe(
    v.string(),
    v.endsWith('.svg'),
    v.transform((file) => file.slice(0, -'.svg'.length)),
    v.picklist(SYMBOL_KEYS),
  ),
})

const picturePath = (brand: string, key: SymbolKey) => `/symbols/${brand}/${key}.svg`

/**
 * GET /machine/{id}/rules, /player/spins and /player/spin (contract/rules.ts), and the pictures of symbols,
 * which are public because an <img> sends no token. Codes: machineNotFound, notFound.
 */
export function rulesRoutes(api: FastifyInstance, options: RulesRoutesOptions): void {
  const { db, floor, reader, picturesPerMinute } = options
  const symbolsOf = (brand = '') => ({
    pictureOf: (key: SymbolKey) => picturePath(brand, key),
    symbolNames: brandOf(brand)?.symbolNames ?? {},
  })
  api.get(
    '/machine/:id/rules',
    reader(async (_, request, reply) => {
      const { id } = parse(MachineParams, request.params)
      const scene = floor.scene(id)
      const def = floor.rulesOf(id)
      if (!scene || !def) return refuse(reply, Code.machineNotFound)
      return rulesOf(def, { ...symbolsOf(scene.brand), jackpotPaid: paidShareOf(def) })
    }),
  )

  api.get(
    '/player/spins',
    reader(({ playerId }, request) => spinsOf(db, playerId, parse(PlayerSpinsQuery, request.query))),
  )

  api.get(
    '/player/spin',
    reader(async ({ playerId }, request, reply) => {
      const asked = parse(PlayerSpinQuery, request.query)
      const found = await findSpin(db, playerId, asked)
      if (!found) return refuse(reply, Code.notFound)
      const { drawn, ...spin } = found
      if (!drawn) return spin
      const symbols = symbolsOf(floor.scene(String(asked.machineId))?.brand)
      const { stops, definition } = drawn
      const wins = drawn.wins as StoredWin[]
      return {
        ...spin,
        wins: winsOf(wins, symbols.symbolNames),
        // Spins from before rules were stored have none.
        reels: definition
          ? reelsOf(parseDefinition(definition), { stops, wins, free: spin.free }, symbols)
          : null,
      }
    }),
  )

  api.get('/symbols/:brand/:file', perMinute(picturesPerMinute), async (request, reply) => {
    const asked = v.safeParse(PictureParams, request.params)
    if (!asked.success) return refuse(reply, Code.notFound)
    const file = symbolFile(asked.output.brand, asked.output.file)
    const svg = file && (await readFile(file).catch(() => undefined))
    if (!svg) return refuse(reply, Code.notFound)
    reply.header('cache-control', 'public, max-age=86400')
    return reply.type('image/svg+xml').send(svg)
  })
}
