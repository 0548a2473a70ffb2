import type { Picture } from './i420.ts'

const DEPTH = 40

/**
 * Darkens a reel towards its upper and lower edge, so that it looks round, in place. The reel was copied anew
 * before, so the shade does not add up. All edges even.
 */
export function shadeGlass(picture: Picture, x: number, y: number, width: number, height: number): void {
  shadePlane(picture.y, picture.width, x, y, width, height, DEPTH, 16)
  shadePlane(picture.u, picture.width / 2, x / 2, y / 2, width / 2, height / 2, DEPTH / 2, 128)
  shadePlane(picture.v, picture.width / 2, x / 2, y / 2, width / 2, height / 2, DEPTH / 2, 128)
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
