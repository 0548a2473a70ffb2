import { expect, test } from 'vitest'
import { failed } from '../../contract/result.ts'
import { failureField, isLongEnough } from './login-fields.ts'

test('both fields need four characters; spaces around a name do not count, in a password they do', () => {
  expect(isLongEnough('username', 'abcd')).toBe(true)
  expect(isLongEnough('username', ' abc ')).toBe(false)
  expect(isLongEnough('username', '\u200fabc\u2069')).toBe(false)
  expect(isLongEnough('password', ' abc')).toBe(true)
  expect(isLongEnough('password', 'abc')).toBe(false)
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
