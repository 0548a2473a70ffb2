import type { Layout } from '../protocol/layout.ts'
import type { Picture } from '../render/i420.ts'
import { jpegOf } from './jpeg.ts'

/*
 * A still for the lobby: the glass with its reels, small. Outside it are the machine's name, which the card says,
 * the lights, the clock, the marker and the meters: what somebody's credit is, is nothing to hang out in the lobby, and a
 * machine that nobody plays looks the same from one day to the next.
 */

export const STILL_WIDTH = 320
/** Pixels of the frame around the glass. */
const FRAME = 4
const LUMA = { low: 16, range: 219 }
const CHROMA = { low: 128 - (128 * 224) / 255, range: 224 }

/** What of the picture is in the still (pixels, not always whole ones), and how high the still is. */
export function stillBox({ glass }: Pick<Layout, 'glass'>) {
  const [least, lowest] = [glass.width + 2 * FRAME, glass.height + 2 * FRAME]
  // JPEG takes blocks of 16; a little more of the cabinet fills the last ones.
  const still = Math.round((STILL_WIDTH * lowest) / least / 16) * 16
  const height = Math.max(lowest, (least * still) / STILL_WIDTH)
  const width = (height * STILL_WIDTH) / still
  const x = glass.x + (glass.width - width) / 2
  const y = glass.y + (glass.height - height) / 2
  return { x, y, width, height, still }
}

/** For each of `count` samples: the first of the source, and by how much it and those after it count; sum 1. */
interface Taps {
  readonly first: Int32Array
  readonly weights: Float32Array
  /** Weights a sample. */
  readonly each: number
}

/** Shrinks the `size` samples after `from`, of `most`, to `count`. */
function tapsOf(from: number, size: number, most: number, count: number): Taps {
  const step = size / count
  const each = Math.ceil(step) + 1
  const first = new Int32Array(count)
  const weights = new Float32Array(count * each)
  for (let i = 0; i < count; i += 1) {
    const [begin, end] = [from + i * step, from + (i + 1) * step]
    const start = Math.min(Math.floor(begin), most - each)
    first[i] = start
    for (let tap = 0; tap < each; tap += 1) {
      const at = start + tap
      weights[i * each + tap] = Math.max(0, Math.min(end, at + 1) - Math.max(begin, at)) / step
    }
  }
  return { first, weights, each }
}

/** How many lines of samples there are, how far it is from one to the next, and from sample to sample. */
interface Lines {
  readonly count: number
  readonly stride: number
  readonly step: number
}

/** Shrinks each line; the shrunk lines stand one after the other. */
function shrinkLines(
  samples: Float32Array,
  { first, weights, each }: Taps,
  { count, stride, step }: Lines,
): Float32Array {
  const shrunk = new Float32Array(count * first.length)
  let to = 0
  for (let line = 0; line < count; line += 1) {
    for (let i = 0; i < first.length; i += 1) {
      let from = line * stride + (first[i] as number) * step
      let sum = 0
      for (let weight = i * each; weight < (i + 1) * each; weight += 1) {
        sum += (samples[from] as number) * (weights[weight] as number)
        from += step
      }
      shrunk[to++] = sum
    }
  }
  return shrunk
}

/** A part of a plane, smaller, each sample the mean of what it covers, in full range. */
function shrink(
  plane: Uint8Array,
  stride: number,
  { x, y, width, height, still }: ReturnType<typeof stillBox>,
  half: 1 | 2,
  { low, range }: typeof LUMA,
): Uint8Array {
  const [across, down] = [STILL_WIDTH / half, still / half]
  const top = Math.floor(y / half)
  const depth = Math.ceil((y + height) / half) - top
  const columns = tapsOf(x / half, width / half, stride, across)
  const rows = tapsOf(y / half - top, height / half, depth, down)
  const part = new Float32Array(plane.subarray(top * stride, (top + depth) * stride))
  const narrow = shrinkLines(part, columns, { count: depth, stride, step: 1 })
  const small = shrinkLines(narrow, rows, { count: across, stride: 1, step: across })
  const full = new Uint8ClampedArray(across * down)
  for (let row = 0; row < down; row += 1) {
    for (let i = 0; i < across; i += 1) {
      full[row * across + i] = (((small[i * down + row] as number) - low) * 255) / range
    }
  }
  return new Uint8Array(full.buffer)
}

/** The still of a drawn picture, as a JPEG file. */
export function encodeStill({ width, y, u, v }: Picture, layout: Pick<Layout, 'glass'>): Uint8Array {
  const box = stillBox(layout)
  return jpegOf({
    width: STILL_WIDTH,
    height: box.still,
    y: shrink(y, width, box, 1, LUMA),
    u: shrink(u, width / 2, box, 2, CHROMA),
    v: shrink(v, width / 2, box, 2, CHROMA),
  })
}
