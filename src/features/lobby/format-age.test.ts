import { expect, test } from 'vitest'
import { formatAge } from './format-age.ts'

test('an age is formatted in each language', () => {
  expect(formatAge(12_900, 'tr')).toBe('12 sn. önce')
  expect(formatAge(12_900, 'en')).toBe('12 sec. ago')
  expect(formatAge(200_000, 'en')).toBe('3 min. ago')
  expect(formatAge(-5, 'en')).toBe('0 sec. ago')
  expect(formatAge(12_900, 'ar')).toContain('ثانية')
})
