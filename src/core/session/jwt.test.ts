import { afterEach, expect, test, vi } from 'vitest'
import { hasExpired } from './jwt.ts'

const NOW = Date.UTC(2026, 0, 2)
const jwt = (claims: unknown) => `h.${btoa(JSON.stringify(claims))}.s`
afterEach(() => vi.useRealTimers())

test.each([
  [0, false],
  [-3_600, true],
  [-61, true],
  [-60, false],
  [3_600, false],
])('a token that expires in %i s counts as expired: %s', (seconds, expired) => {
  vi.useFakeTimers({ now: NOW })
  expect(hasExpired(jwt({ exp: NOW / 1000 + seconds }), 0)).toBe(expired)
})

test('a clock that is a day wrong is irrelevant if the difference is known', () => {
  for (const wrong of [-86_400_000, 86_400_000]) {
    vi.useFakeTimers({ now: NOW + wrong })
    const token = jwt({ iat: NOW / 1000, exp: NOW / 1000 + 3_600 })
    vi.setSystemTime(NOW + wrong + 3_600_000 + 60_000)
    expect(hasExpired(token, wrong)).toBe(false)
    vi.setSystemTime(NOW + wrong + 3_600_000 + 60_001)
    expect(hasExpired(token, wrong)).toBe(true)
  }
})

test.each([
  'opaque',
  'a.b.c',
  '',
  'a..c',
  jwt(null),
  jwt(7),
  jwt({}),
  jwt({ iat: 5 }),
  jwt({ exp: null }),
  jwt({ exp: 'x' }),
])('%s has no expiry', (token) => {
  expect(hasExpired(token, 0)).toBe(false)
})
