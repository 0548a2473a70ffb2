import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BRANDS } from '../../platform/brands/index.ts'
import { GAMES, type GameDef, seededRandom, spinGame, stripsOf } from '../../platform/games/index.ts'

/** What the platform of the pictures reads (chosen-stops.ts). */
export const STOPS_FILE = fileURLToPath(new URL('../../.cache/stops.json', import.meta.url))

/** The most draws until one wins so many stakes. */
const MAX_DRAWS = 2_000_000

/** From here on only the scatters win, which bring free rounds as well. */
const SCATTER_WINS = 100

/** Stops that win about so many stakes without a jackpot, and without free rounds where that is possible. */
function stopsOf(def: GameDef, stakes: number): readonly number[] {
  const random = seededRandom(1)
  const [stake = 0] = def.stakes
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const { win, freeSpins, jackpot, stops } = spinGame(def, stake, random, false)
    const isPossible = !jackpot && (freeSpins === 0 || stakes >= SCATTER_WINS)
    if (isPossible && Math.abs(win / stake - stakes) <= stakes / 10) return stops
  }
  throw new Error(`${def.id} has no win of ${stakes} stakes`)
}

/**
 * From now on each spin at a machine of the first brand wins about so many stakes, in its picture and in its
 * credit; undefined: a small win or none.
 */
export function plantStops(stakes: number | undefined): void {
  rmSync(STOPS_FILE, { force: true })
  const def = GAMES[BRANDS[0]?.game ?? '']
  if (stakes === undefined || !def) return
  const lengths = stripsOf(def, false).map(({ length }) => length)
  mkdirSync(dirname(STOPS_FILE), { recursive: true })
  writeFileSync(STOPS_FILE, JSON.stringify({ lengths, stops: stopsOf(def, stakes) }))
}
