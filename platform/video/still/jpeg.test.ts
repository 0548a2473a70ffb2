import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rasterise, svgDocument } from '../render/svg.ts'
import { jpegOf, type Planes } from './jpeg.ts'

function planes(
  width: number,
  height: number,
  at: (x: number, y: number) => [number, number, number],
): Planes {
  const y = Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))[0])
  const half = (part: 1 | 2) =>
    Uint8Array.from({ length: (width * height) / 4 }, (_, i) => {
      const x = (i % (width / 2)) * 2
      return at(x, Math.floor(i / (width / 2)) * 2)[part]
    })
  return { width, height, y, u: half(1), v: half(2) }
}

/** Decodes by a library that knows nothing of the encoder; RGBA. */
function decode(jpeg: Uint8Array, { width, height }: Planes): Uint8Array {
  const href = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
  return rasterise(svgDocument(width, height, `<image width="${width}" height="${height}" href="${href}"/>`))
    .pixels
}

const lumaAt = (pixels: Uint8Array, i: number) =>
  0.299 * (pixels[4 * i] ?? 0) + 0.587 * (pixels[4 * i + 1] ?? 0) + 0.114 * (pixels[4 * i + 2] ?? 0)

/** The mean distance of the decoded luma from the given one, 0 to 255. */
function distance(given: Planes): number {
  const pixels = decode(jpegOf(given), given)
  return given.y.reduce((sum, luma, i) => sum + Math.abs(luma - lumaAt(pixels, i)), 0) / given.y.length
}

test('a picture comes out as it went in', () => {
  const given = planes(96, 48, (x, y) => [60 + x + 40 * Math.sin(y / 5), 128 + x / 4, 110 + y / 2])
  expect(distance(given)).toBeLessThan(2)
})

test.each([
  ['red', [76, 85, 255], [254, 0, 0]],
  ['white', [255, 128, 128], [255, 255, 255]],
  ['black', [0, 128, 128], [0, 0, 0]],
] as const)('%s is %s', (_, [y, u, v], [r, g, b]) => {
  const given = planes(32, 16, () => [y, u, v])
  const pixels = decode(jpegOf(given), given)
  for (const i of [0, 100, 511]) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * i, 4 * i + 3)
    expect(Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b))).toBeLessThan(5)
  }
})

test('any picture can be read: edges, noise, and what fills a byte with ones', () => {
  const sizes = fc.constantFrom(16, 32, 48)
  fc.assert(
    fc.property(
      sizes,
      sizes,
      fc.integer({ min: 1, max: 0x7fffffff }),
      fc.boolean(),
      (width, height, seed, hard) => {
        let state = seed
        const noise = () => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
          const value = (state >>> 16) & 255
          return hard ? (value > 127 ? 255 : 0) : value
        }
        const given = planes(width, height, () => [noise(), 128, 128])
        const jpeg = jpegOf(given)
        expect([...jpeg.subarray(0, 2), ...jpeg.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
        // Noise is what it does worst; a block that was read wrong would be off by half the range from there on.
        expect(distance(given)).toBeLessThan(hard ? 25 : 20)
      },
    ),
    { numRuns: 30 },
  )
})

test.each([
  [0, 16],
  [24, 16],
  [16, 180],
])('%ix%i is refused', (width, height) => {
  expect(() => jpegOf(planes(width, height, () => [0, 0, 0]))).toThrow(RangeError)
})
