import type { Strip, SymbolKey } from '../../games/index.ts'
import { copyPlane, copyRect, createPicture, type Picture } from './i420.ts'
import type { Tiles } from './symbols.ts'

/** A reel ready to be copied from, row by row. */
export interface ReelPicture {
  readonly strip: Strip
  /** The whole strip, one cell more at its end, smeared as a camera sees it at half and at full speed. */
  readonly slow: Picture
  readonly fast: Picture
}

/** How far a reel moves in a frame, in cells, from which it looks smeared. */
const SLOW = 0.14
const FAST = 0.42

/** Lays a strip's tiles under one another and smears them. */
export function drawReel(
  strip: Strip,
  tiles: ReadonlyMap<SymbolKey, Tiles>,
  width: number,
  cell: number,
): ReelPicture {
  const sharp = createPicture(width, strip.length * cell)
  strip.forEach((symbol, index) => {
    const tile = tiles.get(symbol)
    if (tile) copyRect(sharp, 0, index * cell, tile.plain, 0, 0, width, cell)
  })
  return {
    strip,
    slow: smear(sharp, Math.round(cell * 0.22), cell),
    fast: smear(sharp, Math.round(cell * 0.7), cell),
  }
}

/** The mean of `length` rows around each row, around the end of the strip as well; a first cell follows the last. */
function smear(from: Picture, length: number, cell: number): Picture {
  const to = createPicture(from.width, from.height + cell)
  const planes = [
    [from.y, to.y, from.width, from.height, length],
    [from.u, to.u, from.width / 2, from.height / 2, Math.ceil(length / 2)],
    [from.v, to.v, from.width / 2, from.height / 2, Math.ceil(length / 2)],
  ] as const
  for (const [source, target, width, height, window] of planes) {
    const sums = new Uint32Array(width)
    const row = (index: number) => (((index % height) + height) % height) * width
    const first = -(window >> 1)
    for (let i = first; i < first + window; i += 1) {
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (source[row(i) + x] ?? 0)
    }
    for (let y = 0; y < target.length / width; y += 1) {
      const gone = row(y + first)
      const come = row(y + first + window)
      for (let x = 0; x < width; x += 1) {
        const sum = sums[x] ?? 0
        target[y * width + x] = sum / window
        sums[x] = sum + (source[come + x] ?? 0) - (source[gone + x] ?? 0)
      }
    }
  }
  return to
}

/**
 * Copies what is in view of a reel onto the picture.
 * @param position the strip position at the top row, in symbols; `moved` cells a frame
 */
export function copyReel(
  to: Picture,
  reel: ReelPicture,
  tiles: ReadonlyMap<SymbolKey, Tiles>,
  position: number,
  moved: number,
  x: number,
  y: number,
  cell: number,
  rows: number,
): void {
  const width = reel.slow.width
  const smeared = moved >= FAST ? reel.fast : moved >= SLOW ? reel.slow : undefined
  const total = reel.strip.length * cell
  const top = Math.round(position * cell) % total
  for (let done = 0; done < rows * cell; ) {
    const at = (top + done) % total
    const within = at % cell
    const height = Math.min(cell - within, rows * cell - done)
    const source = smeared ?? tiles.get(reel.strip[Math.floor(at / cell)] ?? 'low1')?.plain
    const from = smeared ? at : within
    if (source) copyRows(to, x, y + done, source, from, width, height)
    done += height
  }
}

/** Rows at any height, odd too: chroma follows at its half resolution. */
function copyRows(
  to: Picture,
  x: number,
  y: number,
  from: Picture,
  fromY: number,
  width: number,
  height: number,
) {
  copyPlane(to.y, to.width, x, y, from.y, from.width, 0, fromY, width, height)
  const first = y >> 1
  const last = (y + height + 1) >> 1
  const start = Math.min(fromY >> 1, from.height / 2 - (last - first))
  for (const [target, source] of [
    [to.u, from.u],
    [to.v, from.v],
  ] as const) {
    copyPlane(
      target,
      to.width / 2,
      x / 2,
      first,
      source,
      from.width / 2,
      0,
      Math.max(0, start),
      width / 2,
      last - first,
    )
  }
}
