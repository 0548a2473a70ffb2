/** Size of every machine's picture, pixels. */
export const WIDTH = 640
export const HEIGHT = 360
/** Frames that are drawn, encoded and sent; tests on shared cores ask for fewer. */
export const FRAMES_PER_SECOND = Number(process.env.VIDEO_FRAME_RATE ?? 30)

/**
 * What a viewer can be sent of a machine, the dearest first; the first is what they get who ask for nothing.
 * `framerate` in frames a second, `bitrate` in bits a second, as it is at the most while reels run.
 */
export const LAYERS = [
  { id: 'full', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND, bitrate: 1_500_000 },
  { id: 'half', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND / 2, bitrate: 900_000 },
  { id: 'small', width: WIDTH / 2, height: HEIGHT / 2, framerate: FRAMES_PER_SECOND / 2, bitrate: 300_000 },
] as const

export type LayerId = (typeof LAYERS)[number]['id']

/** A rectangle in pixels; edges are even, because chroma has half the resolution. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the parts of a machine with so many reels stand. */
export interface Layout {
  /** The glass over all reels. */
  readonly glass: Box
  readonly cellWidth: number
  readonly cellHeight: number
  /** The left edge of each reel. */
  readonly reelX: readonly number[]
}

const CELL_HEIGHT = 84
const GLASS_TOP = 46

/** The meters' boxes, left to right. */
export const METERS = {
  credit: { x: 22, y: 308, width: 196, height: 40 },
  win: { x: 230, y: 308, width: 180, height: 40 },
  stake: { x: 422, y: 308, width: 110, height: 40 },
  freeSpins: { x: 544, y: 308, width: 74, height: 40 },
} as const satisfies Record<string, Box>

export const CLOCK: Box = { x: 532, y: 10, width: 92, height: 22 }

/** Three reels stand broad in the middle, five fill the width. */
export function layoutOf(reels: number, rows: number): Layout {
  const cellWidth = reels <= 3 ? 126 : 100
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
