import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorize, safePath } from './authorize.ts'

const ORIGIN = 'https://play.example'

test.each([
  ['/lobby', '/lobby'],
  ['/lobby/3/Nar?x=1#y', '/lobby/3/Nar?x=1#y'],
  ['/game/7/Kervan%2007', '/game/7/Kervan%2007'],
  ['/logins', '/logins'],
])('%s is a valid return path', (path, expected) => {
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
  '/%2e//evil.example',
  '/lobby/..//evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  ' /lobby',
  '/LOGOUT',
  '/logout/',
  '/logout?again',
  '/lobby/../logout',
  '/Callback#x',
  'data:text/html,x',
  undefined,
])('%s is not a valid return path', (path) => {
  expect(safePath(path, ORIGIN)).toBeUndefined()
})

test('no input leads to another origin, or to login, logout and callback', () => {
  const part = fc.oneof(
    fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', '%2e', '\t', '\n', '@', ':', '?', '#', 'javascript:'),
    fc.constantFrom('logout', 'LOGIN', 'callback', 'evil.example', 'lobby', 'https://evil.example'),
    fc.string(),
  )
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(text, fc.webPath(), fc.webUrl()), (given) => {
      const path = safePath(given, ORIGIN)
      if (path === undefined) return
      expect(path).toMatch(/^\/(?![/\\])/)
      const url = new URL(path, ORIGIN)
      expect(url.origin).toBe(ORIGIN)
      expect(url.pathname).not.toMatch(/^\/(login|logout|callback)(\/|$)/i)
    }),
    { numRuns: 500 },
  )
})

const NOT_FOUND = '/pages/errors/error-404'

test.each([
  ['a guest', [], '/lobby', 'login'],
  ['a guest', [], '/lobby/3/Nar', 'login'],
  ['a guest', [], '/game/7/Kervan', 'login'],
  ['a guest', [], '/profile', 'login'],
  ['a guest', [], '/slot-sessions', 'login'],
  ['a guest', [], '/transactions', 'login'],
  ['a guest', [], '/logout', 'login'],
  ['a guest', [], '/', 'login'],
  ['a guest', [], '/game', '/lobby'],
  ['a guest', [], '/login', 'stay'],
  ['a guest', [], '/callback', 'stay'],
  ['a guest', [], NOT_FOUND, 'stay'],
  ['a guest', [], '/pages/errors/error-500', 'stay'],
  ['a guest', [], '/nowhere', NOT_FOUND],
  ['a guest', [], '/documentation', NOT_FOUND],
  ['a guest', [], '/pages/auth/login', NOT_FOUND],
  ['a player', ['user'], '/', '/lobby'],
  ['a player', ['user'], '/game', '/lobby'],
  ['a player', ['user'], '/lobby', 'stay'],
  ['a player', ['user'], '/game/7/Kervan', 'stay'],
  ['a player', ['user'], '/profile', 'stay'],
  ['a player', ['user'], '/logout', 'stay'],
  ['a player', ['user'], NOT_FOUND, 'stay'],
  ['a player', ['user'], '/pages/errors/error-500', 'stay'],
  ['a player', ['user'], '/login', 'back'],
  ['a player', ['user'], '/callback', 'back'],
  ['a player', ['user'], '/nowhere', NOT_FOUND],
  ['a player', ['user'], '/documentation', NOT_FOUND],
  ['a player', ['user'], '/ui/typography', NOT_FOUND],
  ['staff', ['staff'], '/lobby', 'stay'],
  ['an admin', ['admin'], '/lobby', 'stay'],
] as const)('%s (%j) at %s: %s', (_, roles, path, verdict) => {
  for (const extras of [false, true]) expect(authorize(roles, path, extras)).toBe(verdict)
})

test.each([
  ['/profile/7', 'stay'],
  ['/profile/deniz%20a', 'stay'],
  ['/profile/deniz@a.example', 'stay'],
  ['/profile/deniz%40a.example', 'stay'],
  ['/profile/%64eniz%20a', 'stay'],
  ['/profile/deniz%2520a', NOT_FOUND],
  ['/profile/%E0%A4%A', NOT_FOUND],
  ['/profile/8', NOT_FOUND],
  ['/profile/DENIZ%20A', NOT_FOUND],
] as const)('players may open their own profile only: %s: %s', (path, verdict) => {
  expect(authorize(['user'], path, false, ['7', 'deniz a', 'deniz@a.example'])).toBe(verdict)
  expect(authorize(['admin'], path, false, ['7', 'deniz a', 'deniz@a.example'])).toBe(verdict)
  expect(authorize([], path, false)).toBe('login')
})

test.each([
  ['/auth/admin-role-example', ['login', 'back', 'back', 'stay']],
  ['/auth/staff-role-example', ['login', 'back', 'stay', 'stay']],
  ['/auth/guest-role-example', ['stay', 'back', 'back', 'back']],
] as const)('%s exists with the extras only: guest, user, staff, admin %j', (path, verdicts) => {
  const everybody = [[], ['user'], ['staff'], ['admin']] as const
  expect(everybody.map((roles) => authorize(roles, path, true))).toEqual(verdicts)
  for (const roles of everybody) expect(authorize(roles, path, false)).toBe(NOT_FOUND)
})
