import { WIDTH } from './layers.ts'

/** A rectangle in pixels; edges are even, because chroma has half the resolution. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

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

/** Three reels have wide cells in the middle, five fill the width. */
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
