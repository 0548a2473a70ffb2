import { type Palette, paletteOf } from '../../brands/index.ts'
import { allStripsOf, type GameDef, type Strip, type SymbolKey } from '../../games/index.ts'
import { setNewest } from '../../lib/set-newest.ts'
import { type Layout, layoutOf, scaledLayout } from '../protocol/layout.ts'
import { type Cabinet, drawCabinet } from './cabinet.ts'
import type { Sprite } from './i420.ts'
import { drawReel, type ReelPicture } from './reels.ts'
import { drawTiles, PULSES, symbolSvg, type Tiles } from './symbols.ts'
import { drawLine } from './win-line.ts'

/** The art of a brand for a game, with the sign of its machines: drawn once, then only copied. */
export interface Art {
  /** Pixels a unit. */
  readonly scale: number
  /** In units. */
  readonly layout: Layout
  /** The same in pixels. */
  readonly pixels: Layout
  readonly palette: Palette
  readonly tiles: ReadonlyMap<SymbolKey, Tiles>
  reel(strip: Strip): ReelPicture
  cabinet(bonus: boolean): Cabinet
  line(line: number): Sprite
  /**
   * Draws the next piece that an idle machine does not show, such as a winning symbol; false if none is left.
   */
  prerenderNext(): boolean
}

/** What machines of all names share. */
interface BrandArt {
  readonly art: Omit<Art, 'cabinet'>
  /** The pieces that `prerenderNext` draws. */
  readonly pending: (() => unknown)[]
  drawCabinet(name: string, bonus: boolean): Cabinet
  /** By the name on the cabinet. */
  readonly named: Map<string, Art>
}

const SIDES = ['dark', 'lit'] as const
/** The cabinets of a name take 1.4 MB. A renderer keeps its own. */
const MAX_NAMES = 16
const cache = new Map<string, BrandArt>()
const keyOf = (brand: string, def: GameDef, scale: number) => `${brand}/${def.id}/${scale}`

/**
 * A brand's art for a game, shared by all machines of the brand; those of one name share the cabinet. The
 * first call draws what an idle machine shows (some 150 ms); the rest is drawn by `prerenderNext` or on first
 * use.
 */
export function artOf(brand: string, name: string, def: GameDef, scale = 1): Art {
  const { art, pending, drawCabinet, named } = brandArtOf(brand, def, scale)
  const known = named.get(name)
  if (known) return known
  const cabinet = memoize((bonus: boolean) => drawCabinet(name, bonus))
  for (const side of SIDES) void cabinet(false)[side]
  for (const side of SIDES) pending.push(() => cabinet(true)[side])
  const own: Art = { ...art, cabinet }
  setNewest(named, name, own, MAX_NAMES)
  return own
}

function brandArtOf(brand: string, def: GameDef, scale: number): BrandArt {
  const key = keyOf(brand, def, scale)
  const cached = cache.get(key)
  if (cached) return cached
  const frame = artFrameOf(brand, def, scale)
  const { layout, pixels, palette } = frame
  const svg = memoize((symbol: SymbolKey) => symbolSvg(brand, symbol, palette))
  const symbols = new Set(allStripsOf(def).flat())
  const tiles = new Map(
    [...symbols].map((symbol) => [
      symbol,
      drawTiles(svg(symbol), palette, layout.cellWidth, layout.cellHeight, scale),
    ]),
  )
  const pending: (() => unknown)[] = []
  const art: BrandArt['art'] = {
    prerenderNext() {
      pending.shift()?.()
      return pending.length > 0
    },
    ...frame,
    tiles,
    reel: memoize((strip: Strip) => drawReel(strip, tiles, pixels.cellWidth, pixels.cellHeight)),
    line: memoize((line: number) => drawLine(def, line, layout, palette, scale)),
  }
  for (const strip of allStripsOf(def)) pending.push(() => art.reel(strip))
  for (const symbolTiles of tiles.values()) {
    for (let beat = 0; beat < PULSES; beat += 1) pending.push(() => symbolTiles.pulse(beat))
  }
  for (const line of def.lines.keys()) pending.push(() => art.line(line))
  const brandArt: BrandArt = {
    art,
    pending,
    drawCabinet: (name, bonus) => drawCabinet(def, layout, palette, name, bonus, svg, scale),
    named: new Map(),
  }
  cache.set(key, brandArt)
  return brandArt
}

/** The sizes and colours of a brand's art for a game. */
export function artFrameOf(brand: string, def: GameDef, scale: number) {
  const layout = layoutOf(def.reels.length, def.rows)
  return { scale, layout, pixels: scaledLayout(layout, scale), palette: paletteOf(brand) }
}

/** Whether `artOf` has drawn this art already. */
export const isDrawn = (brand: string, name: string, def: GameDef): boolean =>
  cache.get(keyOf(brand, def, 1))?.named.has(name) ?? false

function memoize<K, V>(make: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const made = make(key)
    results.set(key, made)
    return made
  }
}
