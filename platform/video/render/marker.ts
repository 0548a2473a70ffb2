/*
 * A machine-readable marker in the picture: two rows of 32 cells, 4x4 pixels each, in the middle of the
 * cabinet's bottom edge. Tests and benches read it from a decoded frame. No imports: it also runs in a page.
 *
 *   bits, first cell to last:  spin 20 | standing 1 | frame 9 | credit 28 | check 6
 */

/** The marker's values. `spin` and `credit` are cut to their low 20 and 28 bits. */
export interface Marker {
  /** The current or last spin's id; 0: none yet. */
  readonly spin: number
  /** All reels stand. */
  readonly standing: boolean
  /** Counts drawn frames, 0 to 511. */
  readonly frame: number
  /** The credit on the meter, cents. */
  readonly credit: number
}

const MARKER_CELL = 4
const MARKER_COLUMNS = 32
/** In the picture of 640x360. */
const MARKER_X = 256
const MARKER_Y = 352
const FULL_WIDTH = 640
const BRIGHT = 86
const DARK = 22
const FIELDS = [20, 1, 9, 28, 6] as const

/** A spin's id in the marker: an integer's low 20 bits, or a hash of any other text. */
export function markerSpin(spinId: string): number {
  if (/^\d+$/.test(spinId)) return Number(BigInt(spinId) % 1_048_576n)
  let hash = 0
  for (const letter of spinId) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash % 1_048_576
}

function check(spin: number, standing: number, frame: number, credit: number): number {
  let hash = 0x2d
  for (const value of [spin, standing, frame, credit & 0x3fff, credit >>> 14]) {
    hash = (Math.imul(hash ^ value, 0x9e3779b1) >>> 7) >>> 0
  }
  return (hash >>> 3) & 63
}

/** The 64 cells of a marker, true is bright. */
function markerCells({ spin, standing, frame, credit }: Marker): boolean[] {
  const values = [spin % 2 ** 20, standing ? 1 : 0, frame % 2 ** 9, credit % 2 ** 28] as const
  const all = [...values, check(...values)]
  return FIELDS.flatMap((width, field) =>
    Array.from({ length: width }, (_, bit) => (((all[field] ?? 0) >>> (width - 1 - bit)) & 1) === 1),
  )
}

/**
 * Draws the marker into the luma plane of a picture whose width is a multiple of 640 pixels; its chroma is
 * left as it is.
 */
export function drawMarker(luma: Uint8Array, width: number, marker: Marker): void {
  markerCells(marker).forEach((bright, cell) => {
    const scale = width / FULL_WIDTH
    const size = MARKER_CELL * scale
    const x = MARKER_X * scale + (cell % MARKER_COLUMNS) * size
    const y = MARKER_Y * scale + Math.floor(cell / MARKER_COLUMNS) * size
    for (let row = 0; row < size; row += 1) {
      const start = (y + row) * width + x
      luma.fill(bright ? BRIGHT : DARK, start, start + size)
    }
  })
}

/**
 * Reads the marker of a decoded picture of any size.
 * @param brightness the luma or any grey of one pixel
 * @returns undefined if there is none, or the encoding destroyed it
 */
export function readMarker(width: number, brightness: (x: number, y: number) => number): Marker | undefined {
  const scale = width / FULL_WIDTH
  const levels: number[] = []
  for (let cell = 0; cell < 64; cell += 1) {
    const x = MARKER_X + ((cell % MARKER_COLUMNS) + 0.5) * MARKER_CELL
    const y = MARKER_Y + (Math.floor(cell / MARKER_COLUMNS) + 0.5) * MARKER_CELL
    const around = [0, -1].flatMap((dy) =>
      [0, -1].map((dx) => brightness(Math.floor(x * scale + dx), Math.floor(y * scale + dy))),
    )
    levels.push(around.reduce((a, b) => a + b, 0) / around.length)
  }
  const low = Math.min(...levels)
  const high = Math.max(...levels)
  if (!(high - low > 24)) return undefined
  const bits = levels.map((level) => (level > (low + high) / 2 ? 1 : 0))
  let at = 0
  const take = (count: number) => {
    let value = 0
    for (let i = 0; i < count; i += 1) value = value * 2 + (bits[at++] ?? 0)
    return value
  }
  const [spin, standing, frame, credit, sum] = [take(20), take(1), take(9), take(28), take(6)] as const
  if (check(spin, standing, frame, credit) !== sum) return undefined
  return { spin, standing: standing === 1, frame, credit }
}

/** Reads the marker from a picture in I420. */
export function readMarkerI420(data: ArrayLike<number>, width: number): Marker | undefined {
  return readMarker(width, (x, y) => data[y * width + x] ?? 0)
}
