import { WIDTH } from './layers.ts'

/**
 * A rectangle in units of the drawing, or in pixels; edges are even, because chroma has half the resolution.
 */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A box in pixels, of `scale` pixels a unit. */
export const scaledBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
})

/** The positions of a machine's parts. */
export interface Layout {
  /** The glass over all reels. */
  readonly glass: Box
  readonly cellWidth: number
  readonly cellHeight: number
  /** The left edge of each reel. */
  readonly reelX: readonly number[]
}

const CELL_HEIGHT = 100
const GLASS_TOP = 46

/** The layout in units. Three reels have wide cells in the middle, five fill the width. */
export function layoutOf(reels: number, rows: number): Layout {
  const cellWidth = reels <= 3 ? 130 : 100
  const gap = reels <= 3 ? 6 : 4
  const width = reels * cellWidth + (reels - 1) * gap
  const left = Math.floor((WIDTH - width) / 4) * 2
  return {
    glass: { x: left, y: GLASS_TOP, width, height: rows * CELL_HEIGHT },
    cellWidth,
    cellHeight: CELL_HEIGHT,
    reelX: Array.from({ length: reels }, (_, reel) => left + reel * (cellWidth + gap)),
  }
}

/** A layout in pixels, of `scale` pixels a unit. */
export const scaledLayout = ({ glass, cellWidth, cellHeight, reelX }: Layout, scale: number): Layout => ({
  glass: scaledBox(glass, scale),
  cellWidth: cellWidth * scale,
  cellHeight: cellHeight * scale,
  reelX: reelX.map((x) => x * scale),
})
