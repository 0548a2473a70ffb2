import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFitting } from './overflow-count.ts'

test('all items are in the row if they fit; otherwise as many as leave room for the overflow button', () => {
  expect(countFitting([100, 100, 100], 300, 80)).toBe(3)
  expect(countFitting([100, 100, 100], 299, 80)).toBe(2)
  expect(countFitting([100, 100, 100], 279, 80)).toBe(1)
  expect(countFitting([100, 100, 100], 50, 80)).toBe(0)
  expect(countFitting([], 0, 80)).toBe(0)
})

test('property: the shown items always fit, and one more would not', () => {
  const width = fc.integer({ min: 1, max: 300 })
  fc.assert(
    fc.property(fc.array(width, { maxLength: 12 }), fc.integer({ min: 80, max: 1200 }), (widths, room) => {
      const count = countFitting(widths, room, 80)
      const sum = (n: number) => widths.slice(0, n).reduce((all, one) => all + one, 0)
      if (count === widths.length) return sum(count) <= room
      return sum(count) + 80 <= room && sum(count + 1) + 80 > room
    }),
  )
})
