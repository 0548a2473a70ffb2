import type { Strip, SymbolKey } from './game.ts'

const LETTERS: Readonly<Record<string, SymbolKey>> = {
  W: 'wild',
  S: 'scatter',
  A: 'high1',
  B: 'high2',
  C: 'high3',
  d: 'low1',
  e: 'low2',
  f: 'low3',
  g: 'low4',
}

/** The stakes of every game, in cents. */
export const STAKES: readonly number[] = [100, 200, 500, 1000, 2500, 5000, 10000]

/**
 * Parses a reel strip from letters, top to bottom: W wild, S scatter, A B C high1 to high3, d e f g low1 to
 * low4. Throws a RangeError for any other letter.
 */
export function strip(letters: string): Strip {
  return [...letters.replaceAll(' ', '')].map((letter) => {
    const symbol = LETTERS[letter]
    if (!symbol) throw new RangeError(`no symbol ${letter}`)
    return symbol
  })
}
