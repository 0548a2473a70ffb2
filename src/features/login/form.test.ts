import { expect, test } from 'vitest'
import { failed } from '../../contract/result.ts'
import { failureField, longEnough } from './form.ts'

test('both fields need four characters; space around a name does not count, in a password it does', () => {
  expect(longEnough('username', 'abcd')).toBe(true)
  expect(longEnough('username', ' abc ')).toBe(false)
  expect(longEnough('password', ' abc')).toBe(true)
  expect(longEnough('password', 'abc')).toBe(false)
})

test.each([
  [10700, 'password'],
  [10701, 'password'],
  [10702, 'username'],
  [10703, undefined],
  [10704, 'username'],
  [60014, undefined],
  [undefined, undefined],
])('code %s belongs to %s', (code, field) => {
  const result = failed('refused', { code })
  expect(result.ok ? undefined : failureField(result.error)).toBe(field)
})
