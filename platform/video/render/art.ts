import { type Palette, paletteOf } from '../../brands/index.ts'
import { type GameDef, type Strip, type SymbolKey, stripsOf } from '../../games/index.ts'
import { type Layout, layoutOf } from '../protocol/layout.ts'
import { type Cabinet, drawCabinet } from './cabinet.ts'
import type { Sprite } from './i420.ts'
import { drawReel, type ReelPicture } from './strips.ts'
import { drawTiles, PULSES, symbolSvg, type Tiles } from './symbols.ts'
import { drawFigures, type Figures } from './text.ts'
import { drawLine } from './wins.ts'

/** Everything of a brand that is drawn once and then only copied. */
export interface Art {
  readonly layout: Layout
  readonly palette: Palette
  readonly tiles: ReadonlyMap<SymbolKey, Tiles>
  reel(strip: Strip): ReelPicture
  cabinet(bonus: boolean): Cabinet
  line(line: number): Sprite
  /** Draws the next thing that will be wanted only later, such as a symbol that wins; false when all is drawn. */
  prerenderNext(): boolean
  readonly figures: Readonly<Record<'credit' | 'win' | 'small', Figures>>
}

const drawn = new Map<string, Art>()
const keyOf = (brand: string, def: GameDef) => `${brand}/${def.id}`

/**
 * A brand's art for a game: what an idle machine shows is drawn at the first call (some 150 ms), the rest by `prerenderNext`
 * or when first wanted. Kept for every machine of the brand.
 */
export function artOf(brand: string, name: string, def: GameDef): Art {
  const key = keyOf(brand, def)
  const known = drawn.get(key)
  if (known) return known
  const layout = layoutOf(def.reels.length, def.rows)
  const palette = paletteOf(brand)
  const svg = once((symbol: SymbolKey) => symbolSvg(brand, symbol, palette))
  const symbols = new Set([...stripsOf(def, false), ...stripsOf(def, true)].flat())
  const tiles = new Map(
    [...symbols].map((symbol) => [
      symbol,
      drawTiles(svg(symbol), palette, layout.cellWidth, layout.cellHeight),
    ]),
  )
  const later: (() => unknown)[] = []
  const art: Art = {
    prerenderNext() {
      later.shift()?.()
      return later.length > 0
    },
    layout,
    palette,
    tiles,
    reel: once((strip: Strip) => drawReel(strip, tiles, layout.cellWidth, layout.cellHeight)),
    cabinet: once((bonus: boolean) => drawCabinet(def, layout, palette, name, bonus, svg)),
    line: once((line: number) => drawLine(def, line, layout, palette)),
    figures: {
      credit: drawFigures(25, '#fff1d8'),
      win: drawFigures(28, palette.light),
      small: drawFigures(17, palette.light),
    },
  }
  art.cabinet(false)
  for (const strip of [...stripsOf(def, false), ...stripsOf(def, true)]) later.push(() => art.reel(strip))
  for (const made of tiles.values()) {
    for (let beat = 0; beat < PULSES; beat += 1) later.push(() => made.pulse(beat))
  }
  for (const line of def.lines.keys()) later.push(() => art.line(line))
  later.push(() => art.cabinet(true))
  drawn.set(key, art)
  return art
}

/** Is the art that an idle machine of this brand shows drawn already? */
export const isDrawn = (brand: string, def: GameDef): boolean => drawn.has(keyOf(brand, def))

/** The function with its answers kept. */
function once<K, V>(make: (key: K) => V): (key: K) => V {
  const kept = new Map<K, V>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key)
    kept.set(key, made)
    return made
  }
}
