import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRoute } from 'wouter'
import { PAGE_ROUTES, type PageName } from '../../contract/pages.ts'
import { findRoute, parsePattern, ROUTES } from './find-route.ts'
import { artKey, artPath, brandPath, gamePath } from './machine-paths.ts'
import { ADMIN, ONLY_GUEST, STAFF, USER } from './roles.ts'

/* The specification's table of routes. */
test.each([
  ['/', USER, '/lobby', {}],
  ['/lobby', USER, 'home', {}],
  ['/lobby/3/Nar', USER, 'home', { id: '3', name: 'Nar' }],
  ['/game/7/Kervan%2007', USER, 'game', { gameId: '7', name: 'Kervan 07' }],
  ['/game/7', USER, 'game', { gameId: '7' }],
  ['/game', undefined, '/lobby', {}],
  ['/profile', USER, 'profile', {}],
  ['/profile/12', USER, 'profile', { profileId: '12' }],
  ['/slot-sessions', USER, 'sessions', {}],
  ['/transactions', USER, 'transactions', {}],
  ['/login', ONLY_GUEST, 'login', {}],
  ['/callback', ONLY_GUEST, 'callback', {}],
  ['/logout', USER, 'logout', {}],
  ['/auth/admin-role-example', ADMIN, 'adminExample', {}],
  ['/auth/staff-role-example', STAFF, 'staffExample', {}],
  ['/auth/guest-role-example', ONLY_GUEST, 'guestExample', {}],
  ['/pages/errors/error-404', undefined, 'notFound', {}],
  ['/pages/errors/error-500', undefined, 'crash', {}],
])('%s', (path, auth, leads, params) => {
  expect(findRoute(path)).toMatchObject({ auth, page: leads })
  expect(findRoute(path)?.params).toEqual(params)
  // Exactly one row matches.
  expect(ROUTES.filter((row) => row.pattern.exec(path))).toHaveLength(1)
})

test.each([
  '/nowhere',
  '/documentation',
  '/lobby/1/Nar/more',
  '/game/1/Nar/more',
  '/lobbyists',
  '/games',
  '/login/2',
  '/profile/1/2',
  '/pages/auth/login-2',
  '/pages/errors',
  '/ui/icons',
  '/auth',
  '//lobby',
  '/%6Cogout',
])('%s is not a route', (path) => {
  expect(findRoute(path)).toBeUndefined()
})

test('letter case and a trailing slash are ignored', () => {
  expect(findRoute('/LogOut/')?.page).toBe('logout')
  expect(findRoute('/lobby/3/')?.params).toEqual({ id: '3' })
})

test.each([
  ['/game/A%207/a%2Fb', { gameId: 'A 7', name: 'a/b' }],
  ['/game/7/100%', { gameId: '7', name: '100%' }],
  ['/game/A%207/100%', { gameId: 'A 7', name: '100%' }],
  ['/game/7/%2541', { gameId: '7', name: '%41' }],
  ['/game/7/%E0%A4%A', { gameId: '7', name: '%E0%A4%A' }],
])('the values in %s are decoded once, each separately; an invalid one stays encoded', (path, params) => {
  expect(findRoute(path)?.params).toEqual(params)
})

test("findRoute finds what wouter's matchRoute finds, with the same values", () => {
  const pages = Object.keys(PAGE_ROUTES) as PageName[]
  const first = fc.constantFrom(...pages.map((page) => PAGE_ROUTES[page].path.replace(/\/:.*/, '')), '/no')
  const rest = fc.array(fc.constantFrom('7', 'Nar', '%', '%2F', '%20', '%2541', 'é'), { maxLength: 3 })
  const path = fc
    .tuple(first, rest, fc.constantFrom('', '/'))
    .map(([start, parts, end]) => [start, ...parts].join('/') + end)
  fc.assert(
    fc.property(path, (pathname) => {
      const { page, params = {} } = findRoute(pathname) ?? {}
      const matching = pages.filter((name) => matchRoute(parsePattern, PAGE_ROUTES[name].path, pathname)[0])
      expect(matching).toEqual(page && page !== '/lobby' ? [page] : [])
      const [, values] = matching[0] ? matchRoute(parsePattern, PAGE_ROUTES[matching[0]].path, pathname) : []
      expect(values ?? {}).toMatchObject(params)
    }),
    { numRuns: 200 },
  )
})

test('only the role examples are extras', () => {
  expect(ROUTES.filter((row) => row.extra).map((row) => row.page)).toEqual([
    'adminExample',
    'staffExample',
    'guestExample',
  ])
})

test('paths encode ids and names within their segment', () => {
  expect(gamePath({ id: '../x', name: 'a/b?c' })).toBe('/game/..%2Fx/a%2Fb%3Fc')
  expect(brandPath({ id: '1', name: '' })).toBe('/lobby/1/1')
  expect(artKey({ brand: '', name: 'Nar' })).toBe('nar')
})

test.each([
  ['nar', '/assets/machines/nar.png'],
  ['nar.webp', '/assets/machines/nar.webp'],
  ['a/b', '/assets/machines/a%2Fb.png'],
  ['//evil.example/x.png', '/assets/machines/%2F%2Fevil.example%2Fx.png'],
  ['/our/nar.png', '/our/nar.png'],
  ['https://cdn.example/nar', 'https://cdn.example/nar'],
])('an image "%s" has the address %s', (key, path) => {
  expect(artPath(key)).toBe(path)
})
