import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawMarker, type Marker, markerSpin, readMarker, readMarkerI420 } from './marker.ts'

const anyMarker: fc.Arbitrary<Marker> = fc.record({
  spin: fc.nat({ max: 2 ** 20 - 1 }),
  standing: fc.boolean(),
  frame: fc.nat({ max: 511 }),
  credit: fc.nat({ max: 2 ** 28 - 1 }),
})
const drawn = (marker: Marker) => {
  const luma = new Uint8Array(640 * 360).fill(30)
  drawMarker(luma, 640, marker)
  return luma
}

test('a marker is read back', () => {
  fc.assert(
    fc.property(anyMarker, (marker) => {
      expect(readMarkerI420(drawn(marker), 640)).toEqual(marker)
    }),
    { numRuns: 20 },
  )
})

test('it is readable with noise and at half the size', () => {
  const marker = { spin: 77, standing: true, frame: 300, credit: 1_234_567 }
  const luma = drawn(marker)
  expect(readMarker(640, (x, y) => (luma[y * 640 + x] ?? 0) + ((x * 7 + y * 13) % 21) - 10)).toEqual(marker)
  expect(readMarker(320, (x, y) => luma[y * 2 * 640 + x * 2] ?? 0)).toEqual(marker)
})

test('a picture without a marker has none, and a damaged one is rejected', () => {
  expect(readMarkerI420(new Uint8Array(640 * 360).fill(16), 640)).toBeUndefined()
  const luma = drawn({ spin: 5, standing: false, frame: 9, credit: 500 })
  for (let y = 352; y < 356; y += 1) luma.fill(86, y * 640 + 256, y * 640 + 260)
  expect(readMarkerI420(luma, 640)).toBeUndefined()
})

test.each([
  ['42', 42],
  ['1048577', 1],
  ['98765432109876543210', Number(98765432109876543210n % 1048576n)],
])('spin %s is shown as %i', (id, shown) => {
  expect(markerSpin(id)).toBe(shown)
})
