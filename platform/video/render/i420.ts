/** A picture in I420: full luma, chroma at half size both ways. Width and height are even. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** All three planes in one piece, as the encoder takes them; `y`, `u`, `v` are views into it. */
  readonly data: Uint8Array
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
}

/** RGBA with the colours multiplied by alpha, as the SVG renderer gives them. */
export interface Rgba {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A black picture. Throws a RangeError for odd or empty sizes. */
export function createPicture(width: number, height: number): Picture {
  if (width < 2 || height < 2 || width % 2 || height % 2) throw new RangeError(`picture ${width}x${height}`)
  const size = width * height
  const data = new Uint8Array((size * 3) / 2)
  const y = data.subarray(0, size).fill(16)
  const u = data.subarray(size, size * 1.25).fill(128)
  const v = data.subarray(size * 1.25).fill(128)
  return { width, height, data, y, u, v }
}

const luma = (r: number, g: number, b: number) => 16 + ((66 * r + 129 * g + 25 * b + 128) >> 8)
const blue = (r: number, g: number, b: number) => 128 + ((-38 * r - 74 * g + 112 * b + 128) >> 8)
const red = (r: number, g: number, b: number) => 128 + ((112 * r - 94 * g - 18 * b + 128) >> 8)

/** An image as a picture (BT.601, limited range); black where it is transparent. */
export function pictureOf({ width, height, pixels }: Rgba): Picture {
  const picture = createPicture(width, height)
  const at = (index: number) => pixels[index] ?? 0
  for (let i = 0; i < width * height; i += 1) {
    picture.y[i] = luma(at(4 * i), at(4 * i + 1), at(4 * i + 2))
  }
  forQuads(width, height, (quad, corner) => {
    const r = meanOfQuad(pixels, width, corner, 0)
    const g = meanOfQuad(pixels, width, corner, 1)
    const b = meanOfQuad(pixels, width, corner, 2)
    picture.u[quad] = blue(r, g, b)
    picture.v[quad] = red(r, g, b)
  })
  return picture
}

/** Calls back for each chroma sample with the index of the first of its four luma samples. */
function forQuads(width: number, height: number, callback: (quad: number, corner: number) => void) {
  for (let row = 0; row < height / 2; row += 1) {
    for (let column = 0; column < width / 2; column += 1) {
      callback(row * (width / 2) + column, row * 2 * width + column * 2)
    }
  }
}

function meanOfQuad(pixels: Uint8Array, width: number, corner: number, channel: number): number {
  const i = 4 * corner + channel
  const below = i + 4 * width
  return ((pixels[i] ?? 0) + (pixels[i + 4] ?? 0) + (pixels[below] ?? 0) + (pixels[below + 4] ?? 0) + 2) >> 2
}

/** Copies a rectangle with even edges, a row at a time. */
export function copyRect(
  to: Picture,
  toX: number,
  toY: number,
  from: Picture,
  fromX: number,
  fromY: number,
  width: number,
  height: number,
): void {
  copyPlane(to.y, to.width, toX, toY, from.y, from.width, fromX, fromY, width, height)
  const half = [
    to.width / 2,
    toX / 2,
    toY / 2,
    from.width / 2,
    fromX / 2,
    fromY / 2,
    width / 2,
    height / 2,
  ] as const
  const [tw, tx, ty, fw, fx, fy, w, h] = half
  copyPlane(to.u, tw, tx, ty, from.u, fw, fx, fy, w, h)
  copyPlane(to.v, tw, tx, ty, from.v, fw, fx, fy, w, h)
}

/** Copies a rectangle of one plane, row by row. */
export function copyPlane(
  to: Uint8Array,
  toWidth: number,
  toX: number,
  toY: number,
  from: Uint8Array,
  fromWidth: number,
  fromX: number,
  fromY: number,
  width: number,
  height: number,
): void {
  for (let row = 0; row < height; row += 1) {
    const start = (fromY + row) * fromWidth + fromX
    to.set(from.subarray(start, start + width), (toY + row) * toWidth + toX)
  }
}

/** An image to blend over a picture: the samples that are not transparent, with their alpha. */
export interface Sprite {
  readonly width: number
  readonly height: number
  readonly luma: SparsePlane
  readonly blue: SparsePlane
  readonly red: SparsePlane
}

/** `at`: y << 16 | x. `value`: the sample times its alpha; `rest`: 255 minus the alpha. */
interface SparsePlane {
  readonly at: Uint32Array
  readonly value: Uint16Array
  readonly rest: Uint16Array
}

/** A sprite of an image. Its width and height are even. */
export function spriteOf({ width, height, pixels }: Rgba): Sprite {
  const at = (index: number) => pixels[index] ?? 0
  const full: [number, number, number][] = []
  for (let i = 0; i < width * height; i += 1) {
    const alpha = at(4 * i + 3)
    if (alpha === 0) continue
    const value = (luma(at(4 * i), at(4 * i + 1), at(4 * i + 2)) - 16) * 255 + 16 * alpha
    full.push([(Math.floor(i / width) << 16) | (i % width), value, 255 - alpha])
  }
  const blues: [number, number, number][] = []
  const reds: [number, number, number][] = []
  forQuads(width, height, (quad, corner) => {
    const alpha = meanOfQuad(pixels, width, corner, 3)
    if (alpha === 0) return
    const r = meanOfQuad(pixels, width, corner, 0)
    const g = meanOfQuad(pixels, width, corner, 1)
    const b = meanOfQuad(pixels, width, corner, 2)
    const place = (Math.floor(quad / (width / 2)) << 16) | (quad % (width / 2))
    blues.push([place, (blue(r, g, b) - 128) * 255 + 128 * alpha, 255 - alpha])
    reds.push([place, (red(r, g, b) - 128) * 255 + 128 * alpha, 255 - alpha])
  })
  return { width, height, luma: sparsePlane(full), blue: sparsePlane(blues), red: sparsePlane(reds) }
}

function sparsePlane(list: readonly (readonly [number, number, number])[]): SparsePlane {
  return {
    at: Uint32Array.from(list, ([at]) => at),
    value: Uint16Array.from(list, ([, value]) => Math.max(0, Math.min(65_025, value))),
    rest: Uint16Array.from(list, ([, , rest]) => rest),
  }
}

/** Blends a sprite at even coordinates; clipped to the picture. */
export function blend(to: Picture, sprite: Sprite, x: number, y: number): void {
  blendPlane(to.y, to.width, to.height, sprite.luma, x, y)
  blendPlane(to.u, to.width / 2, to.height / 2, sprite.blue, x / 2, y / 2)
  blendPlane(to.v, to.width / 2, to.height / 2, sprite.red, x / 2, y / 2)
}

function blendPlane(
  plane: Uint8Array,
  width: number,
  height: number,
  sparsePlane: SparsePlane,
  x: number,
  y: number,
) {
  const { at, value, rest } = sparsePlane
  for (let i = 0; i < at.length; i += 1) {
    const place = at[i] ?? 0
    const px = (place & 0xffff) + x
    const py = (place >>> 16) + y
    if (px < 0 || py < 0 || px >= width || py >= height) continue
    const index = py * width + px
    plane[index] = ((value[i] ?? 0) + (plane[index] ?? 0) * (rest[i] ?? 0) + 127) / 255
  }
}

/** The pixels of a part of a picture as RGB, three bytes each. */
export function rgbOf(
  { width: stride, y, u, v }: Picture,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Uint8Array {
  const pixels = new Uint8ClampedArray(part.width * part.height * 3)
  let to = 0
  for (let row = part.y; row < part.y + part.height; row += 1) {
    const line = row * stride
    const chromaLine = (row >> 1) * (stride >> 1)
    for (let column = part.x; column < part.x + part.width; column += 1) {
      const chroma = chromaLine + (column >> 1)
      const c = 298 * ((y[line + column] ?? 16) - 16) + 128
      const d = (u[chroma] ?? 128) - 128
      const e = (v[chroma] ?? 128) - 128
      pixels[to++] = (c + 409 * e) >> 8
      pixels[to++] = (c - 100 * d - 208 * e) >> 8
      pixels[to++] = (c + 516 * d) >> 8
    }
  }
  return new Uint8Array(pixels.buffer)
}

/**
 * The picture at half its size both ways, each sample the mean of four. Its own width and height must be
 * multiples of 4.
 */
export function halved(from: Picture): Picture {
  const to = createPicture(from.width / 2, from.height / 2)
  halvePlane(to.y, to.width, from.y)
  halvePlane(to.u, to.width / 2, from.u)
  halvePlane(to.v, to.width / 2, from.v)
  return to
}

function halvePlane(to: Uint8Array, width: number, from: Uint8Array): void {
  for (let i = 0, row = 0; i < to.length; row += 1) {
    let at = row * 4 * width
    for (const end = i + width; i < end; i += 1, at += 2) {
      const below = at + 2 * width
      const sum = (from[at] ?? 0) + (from[at + 1] ?? 0) + (from[below] ?? 0) + (from[below + 1] ?? 0)
      to[i] = (sum + 2) >> 2
    }
  }
}
