import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cryptoRandom, seededRandom } from './random.ts'

test.each([
  ['seeded', seededRandom(3)],
  ['cryptographic', cryptoRandom],
])('the %s source stays below its bound and takes every value', (_, random) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (below) => {
      const seen = new Set(Array.from({ length: 500 }, () => random.int(below)))
      expect([...seen].sort((a, b) => a - b)).toEqual([...Array(below).keys()])
    }),
    { numRuns: 20 },
  )
})

test('the seeded source is uniform: chi square over 32 values', () => {
  const random = seededRandom(11)
  const counts = new Array(32).fill(0)
  for (let draw = 0; draw < 64_000; draw += 1) counts[random.int(32)] += 1
  const chi = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
  // 31 degrees of freedom: one of a thousand seeds exceeds 61.
  expect(chi).toBeLessThan(61)
})

test.each([0, -1, 1.5, 2 ** 33])('a bound of %s is a RangeError', (below) => {
  expect(() => seededRandom(1).int(below)).toThrow(RangeError)
})
