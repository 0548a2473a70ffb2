import { type GameDef, SCATTER_WIN, stripsOf, symbolAt } from './game.ts'

/** A cell in view. */
export interface Cell {
  readonly reel: number
  readonly row: number
}

/** The cells of a win: along its line, or all cells with its symbol on the reels it spans. */
export function cellsOf(
  def: GameDef,
  { stops, free }: { readonly stops: readonly number[]; readonly free: boolean },
  win: { readonly line: number; readonly symbols: number; readonly symbol: string },
): Cell[] {
  const strips = stripsOf(def, free)
  const line = def.lines[win.line]
  if (line) return line.slice(0, win.symbols).map((row, reel) => ({ reel, row }))
  const everywhere = win.line === SCATTER_WIN
  return strips.flatMap((_, reel) =>
    everywhere || reel < win.symbols
      ? [...Array(def.rows).keys()]
          .filter((row) => {
            const symbol = symbolAt(strips, stops, reel, row)
            return symbol === win.symbol || (!everywhere && symbol === 'wild')
          })
          .map((row) => ({ reel, row }))
      : [],
  )
}
