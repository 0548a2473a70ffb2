import { classic5 } from './classic5.ts'
import type { GameDef } from './game.ts'
import { lines10 } from './lines10.ts'
import { ways243 } from './ways243.ts'

export * from './game.ts'
export { isGain } from './is-gain.ts'
export { cryptoRandom, seededRandom } from './random.ts'

/** Every game by its id. */
export const GAMES: Readonly<Record<string, GameDef>> = { lines10, ways243, classic5 }
