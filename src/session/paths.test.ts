import { expect, test } from 'vitest'
import { guard, safePath } from './paths.ts'

const ORIGIN = 'https://play.example'

test.each([
  ['/lobby', '/lobby'],
  ['/lobby/3/Nar?x=1#y', '/lobby/3/Nar?x=1#y'],
  ['/game/7/Kervan%2007', '/game/7/Kervan%2007'],
])('%s may be returned to', (path, expected) => {
  expect(safePath(path, ORIGIN)).toBe(expected)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://evil.example/',
  'lobby',
  '',
  '/logout',
  '/login?next=/',
  '/callback',
  '/.//evil.example',
  undefined,
])('%s may not', (path) => {
  expect(safePath(path, ORIGIN)).toBeUndefined()
})

test('a path that only begins like the login may be returned to', () => {
  expect(safePath('/logins', ORIGIN)).toBe('/logins')
})

test.each([
  ['guest', '/lobby', 'login'],
  ['guest', '/nowhere', 'login'],
  ['guest', '/login', 'stay'],
  ['guest', '/pages/errors/error-404', 'stay'],
  ['player', '/pages/errors/error-404', 'stay'],
  ['player', '/login', 'back'],
  ['player', '/lobby', 'stay'],
] as const)('a %s at %s: %s', (status, path, verdict) => {
  expect(guard(status, path)).toBe(verdict)
})
