import { expect, test } from 'vitest'
import { formatAge, formatCountdown } from './format-times.ts'

const until = '2025-01-01T10:05:00.000Z'
const before = (ms: number) => Date.parse(until) - ms

test.each([
  [4000, '0:04'],
  [3001, '0:04'],
  [245_000, '4:05'],
  [3_845_000, '1:04:05'],
  [0, undefined],
  [-5000, undefined],
  [90_000_000, undefined],
])('%i ms before the end of a reservation it reads %s', (ms, text) => {
  expect(formatCountdown(until, before(ms))).toBe(text)
})

test('an invalid time is not shown', () => {
  expect(formatCountdown('tomorrow', 0)).toBeUndefined()
})

test('an age is formatted in each language', () => {
  expect(formatAge(12_900, 'tr')).toBe('12 sn. önce')
  expect(formatAge(12_900, 'en')).toBe('12 sec. ago')
  expect(formatAge(200_000, 'en')).toBe('3 min. ago')
  expect(formatAge(-5, 'en')).toBe('0 sec. ago')
  expect(formatAge(12_900, 'ar')).toContain('ثانية')
})
