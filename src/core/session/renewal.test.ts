import { expect, test } from 'vitest'
import { renewalDelay } from './renewal.ts'

const jwt = (claims: unknown) => `h.${btoa(JSON.stringify(claims))}.s`

test('a token of an hour is renewed after 48 minutes, whatever the clock of this device says', () => {
  expect(renewalDelay(jwt({ iat: 1_000, exp: 4_600 }))).toBe(48 * 60_000)
  expect(renewalDelay(jwt({ iat: 9_999_999_000, exp: 9_999_999_000 + 3_600 }))).toBe(48 * 60_000)
})

test('base64url is decoded too', () => {
  const body = btoa(JSON.stringify({ iat: 0, exp: 100, name: '???>>>' }))
  expect(renewalDelay(`h.${body.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`)).toBe(
    80_000,
  )
})

test.each([
  'opaque',
  'a.b.c',
  '',
  'a..c',
  jwt(null),
  jwt({ exp: 5 }),
  jwt({ iat: 5, exp: 5 }),
  jwt({ iat: 'x', exp: 9 }),
])('%s is never renewed by a timer', (token) => {
  expect(renewalDelay(token)).toBeUndefined()
})
