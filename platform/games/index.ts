import { classic5 } from './classic5.ts'
import type { GameDef } from './game.ts'
import { lines10 } from './lines10.ts'
import { ways243 } from './ways243.ts'

export * from './game.ts'
export { cryptoRandom, seededRandom } from './random.ts'

/** Every game by its id. */
export const GAMES: Readonly<Record<string, GameDef>> = { lines10, ways243, classic5 }

/** The six brands of the floor: `brand` is the key of its art, `game` the id of the game it plays. */
export const BRANDS: readonly { readonly brand: string; readonly name: string; readonly game: string }[] = [
  { brand: 'kervan', name: 'Kervan', game: 'lines10' },
  { brand: 'bosfor', name: 'Bosfor', game: 'ways243' },
  { brand: 'nar', name: 'Nar', game: 'classic5' },
  { brand: 'lodos', name: 'Lodos', game: 'lines10' },
  { brand: 'zeytin', name: 'Zeytin', game: 'classic5' },
  { brand: 'ocak', name: 'Ocak', game: 'ways243' },
]
