import type { Strip, SymbolKey } from '../../games/index.ts'
import { copyPlane, copyRect, createPicture, type Picture } from './i420.ts'
import type { Tiles } from './symbols.ts'

/** A strip drawn for a running reel. */
export interface ReelPicture {
  readonly strip: Strip
  /** The whole strip and its first cell once more, motion-blurred for half and for full speed. */
  readonly slow: Picture
  readonly fast: Picture
}

/** Cells a frame from which a reel is blurred. */
const MIN_SLOW = 0.14
const MIN_FAST = 0.42

/** Draws a strip's tiles below one another and blurs them. */
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
    slow: blur(sharp, Math.round(cell * 0.22), cell),
    fast: blur(sharp, Math.round(cell * 0.7), cell),
  }
}

/**
 * The mean of `length` rows around each row, across the end of the strip too; the first cell follows the
 * last.
 */
function blur(from: Picture, length: number, cell: number): Picture {
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
 * Copies the part of a reel that is in view onto the picture.
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
  const blurred = moved >= MIN_FAST ? reel.fast : moved >= MIN_SLOW ? reel.slow : undefined
  const total = reel.strip.length * cell
  const top = Math.round(position * cell) % total
  for (let done = 0; done < rows * cell; ) {
    const at = (top + done) % total
    const within = at % cell
    const height = Math.min(cell - within, rows * cell - done)
    const source = blurred ?? tiles.get(reel.strip[Math.floor(at / cell)] ?? 'low1')?.plain
    const from = blurred ? at : within
    if (source) copyRows(to, x, y + done, source, from, width, height)
    done += height
  }
}

/** Copies rows from any height, odd ones too; chroma has half the resolution. */
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

/** Units of the shade at either edge. */
const SHADE_DEPTH = 40

/**
 * Darkens a reel towards its upper and lower edge, so that it looks round. In place: the reel must be copied
 * anew before each call, or the shade adds up. All edges are even.
 */
export function shadeReel(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  scale: number,
): void {
  const depth = SHADE_DEPTH * scale
  shadePlane(picture.y, picture.width, x, y, width, height, depth, 16)
  shadePlane(picture.u, picture.width / 2, x / 2, y / 2, width / 2, height / 2, depth / 2, 128)
  shadePlane(picture.v, picture.width / 2, x / 2, y / 2, width / 2, height / 2, depth / 2, 128)
}

function shadePlane(
  plane: Uint8Array,
  stride: number,
  x: number,
  y: number,
  width: number,
  height: number,
  depth: number,
  zero: number,
): void {
  for (let row = 0; row < depth; row += 1) {
    const part = (row + 0.5) / depth
    const share = Math.round(256 * (0.3 + 0.7 * part * (2 - part)))
    for (const line of [y + row, y + height - 1 - row]) {
      const start = line * stride + x
      for (let i = start; i < start + width; i += 1) {
        plane[i] = zero + ((((plane[i] ?? zero) - zero) * share) >> 8)
      }
    }
  }
}
