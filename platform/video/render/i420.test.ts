import { expect, test } from 'vitest'
import { blend, copyRect, createPicture, halved, type Picture, pictureOf, rgbOf, spriteOf } from './i420.ts'

const image = (width: number, height: number, rgba: readonly number[]) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, i) => rgba[i % 4] ?? 0),
})
const allRgb = (picture: Picture) =>
  rgbOf(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
const near = (pixels: Uint8Array, at: number, rgb: readonly number[]) =>
  rgb.forEach((value, channel) => {
    expect(Math.abs((pixels[at * 3 + channel] ?? 0) - value)).toBeLessThan(6)
  })

test.each([
  ['red', [220, 30, 40, 255]],
  ['amber', [255, 181, 71, 255]],
  ['white', [255, 255, 255, 255]],
  ['black', [0, 0, 0, 255]],
])('%s converted and back is %s', (_, colour) => {
  near(allRgb(pictureOf(image(4, 4, colour))), 5, colour.slice(0, 3))
})

test('copyRect changes its rectangle alone', () => {
  const to = createPicture(8, 8)
  copyRect(to, 2, 4, pictureOf(image(4, 4, [255, 255, 255, 255])), 0, 0, 4, 4)
  const pixels = allRgb(to)
  const white = [...Array(64).keys()].filter((i) => (pixels[i * 3] ?? 0) > 200)
  expect(white).toEqual([4, 5, 6, 7].flatMap((y) => [2, 3, 4, 5].map((x) => y * 8 + x)))
})

test('a half transparent sprite is blended, and clipped at the edge', () => {
  const to = pictureOf(image(4, 4, [0, 0, 0, 255]))
  blend(to, spriteOf(image(4, 4, [127, 127, 127, 127])), 2, 2)
  const pixels = allRgb(to)
  near(pixels, 0, [0, 0, 0])
  near(pixels, 15, [127, 127, 127])
})

test.each([
  [3, 4],
  [0, 2],
])('a picture of %i by %i is a RangeError', (width, height) => {
  expect(() => createPicture(width, height)).toThrow(RangeError)
})

test('halved averages each 2 by 2 samples', () => {
  const from = createPicture(8, 4)
  from.y.set([10, 20, 0, 0, 0, 0, 0, 200], 0)
  from.y.set([30, 40, 0, 0, 0, 0, 0, 201], 8)
  from.u.set([100, 102, 128, 128, 104, 106, 128, 128])
  const half = halved(from)
  expect([half.width, half.height]).toEqual([4, 2])
  expect([...half.y]).toEqual([25, 0, 0, 100, 16, 16, 16, 16])
  expect([...half.u]).toEqual([103, 128])
})
