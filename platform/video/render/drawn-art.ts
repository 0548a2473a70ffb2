import { allStripsOf, type GameDef, type SymbolKey } from '../../games/index.ts'
import type { Art } from './art.ts'
import type { Cabinet } from './cabinet.ts'
import type { Picture, Sprite } from './i420.ts'
import type { ReelPicture } from './reels.ts'
import { PULSES } from './symbols.ts'

/** All pieces of a brand's art as plain data, which one thread can transfer to another. */
export interface DrawnArt {
  readonly tiles: readonly (readonly [SymbolKey, DrawnTiles])[]
  /** In the order of the game's strips: those of the base game, then those of the free rounds. */
  readonly reels: readonly Omit<ReelPicture, 'strip'>[]
  /** Without and with the look of free rounds. */
  readonly cabinets: readonly [Cabinet, Cabinet]
  readonly lines: readonly Sprite[]
}

interface DrawnTiles {
  readonly plain: Picture
  readonly dim: Picture
  readonly pulses: readonly Picture[]
}

/** Draws every piece of the art, which takes seconds at twice the size. */
export function drawAll(art: Art, def: GameDef): DrawnArt {
  const cabinet = (bonus: boolean) => {
    const { dark, lit } = art.cabinet(bonus)
    return { dark, lit }
  }
  return {
    tiles: [...art.tiles].map(([symbol, { plain, dim, pulse }]) => [
      symbol,
      { plain, dim, pulses: Array.from({ length: PULSES }, (_, beat) => pulse(beat)) },
    ]),
    reels: allStripsOf(def).map((strip) => {
      const { slow, fast } = art.reel(strip)
      return { slow, fast }
    }),
    cabinets: [cabinet(false), cabinet(true)],
    lines: [...def.lines.keys()].map((line) => art.line(line)),
  }
}

/** The memory of the pieces, for a transfer between threads. */
export function buffersOf({ tiles, reels, cabinets, lines }: DrawnArt): ArrayBuffer[] {
  const pictures = [
    ...tiles.flatMap(([, { plain, dim, pulses }]) => [plain, dim, ...pulses]),
    ...reels.flatMap(({ slow, fast }) => [slow, fast]),
    ...cabinets.flatMap(({ dark, lit }) => [dark, lit]),
  ]
  const planes = lines.flatMap(({ luma, blue, red }) => [luma, blue, red])
  const arrays = [
    ...pictures.map(({ data }) => data),
    ...planes.flatMap(({ at, value, rest }) => [at, value, rest]),
  ]
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]
}

/** The art of drawn pieces; `frame` has its sizes and colours. */
export function artOfDrawn(
  frame: Pick<Art, 'scale' | 'layout' | 'pixels' | 'palette'>,
  def: GameDef,
  drawn: DrawnArt,
): Art {
  const reels = new Map(
    allStripsOf(def).flatMap((strip, index) => {
      const reel = drawn.reels[index]
      return reel ? [[strip, { strip, ...reel }] as const] : []
    }),
  )
  const pieceOf = <T>(piece: T | undefined): T => {
    if (piece === undefined) throw new Error(`the drawn art of ${def.id} lacks a piece`)
    return piece
  }
  return {
    ...frame,
    tiles: new Map(
      drawn.tiles.map(([symbol, { plain, dim, pulses }]) => [
        symbol,
        { plain, dim, pulse: (beat) => pieceOf(pulses[beat]) },
      ]),
    ),
    reel: (strip) => pieceOf(reels.get(strip)),
    cabinet: (bonus) => drawn.cabinets[bonus ? 1 : 0],
    line: (line) => pieceOf(drawn.lines[line]),
    prerenderNext: () => false,
  }
}
