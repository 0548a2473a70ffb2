import { expect, test } from 'vitest'
import { countFitting } from './overflow-count.ts'

test('all items are in the row if they fit; otherwise as many as leave room for the overflow button', () => {
  expect(countFitting([100, 100, 100], 300, 80)).toBe(3)
  expect(countFitting([100, 100, 100], 299, 80)).toBe(2)
  expect(countFitting([100, 100, 100], 280, 80)).toBe(2)
  expect(countFitting([100, 100, 100], 279, 80)).toBe(1)
  expect(countFitting([100, 100, 100], 50, 80)).toBe(0)
  expect(countFitting([], 0, 80)).toBe(0)
})
