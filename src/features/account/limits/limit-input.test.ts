import { expect, test } from 'vitest'
import { isStricter, parseLimit } from './limit-input.ts'

test.each([
  ['100', 10_000],
  ['1.500', 150_000],
  ['1,500', 150_000],
  ['1 500 000', 150_000_000],
  ['٢٥٠', 25_000],
  [' 7 ', 700],
  ['\u200f1,500\u200e', 150_000],
  ['１００', 10_000],
  ['0', undefined],
  ['', undefined],
  ['12,50', undefined],
  ['0,500', undefined],
  ['1.234,567', undefined],
  ['-5', undefined],
  ['1e5', undefined],
  ['9999999999', undefined],
])('a loss of %j is %s cents', (text, cents) => {
  expect(parseLimit('loss-day', text)).toBe(cents)
})

test.each([
  ['90', 90],
  ['1440', 1440],
  ['1441', undefined],
  ['0', undefined],
  ['1,5', undefined],
])('a time of %j is %s minutes', (text, minutes) => {
  expect(parseLimit('time-day', text)).toBe(minutes)
})

test('a first limit and a lower one apply at once', () => {
  expect([isStricter(100, null), isStricter(100, 100), isStricter(99, 100), isStricter(101, 100)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
