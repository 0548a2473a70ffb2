import { expect, test } from 'vitest'
import { artKey, artPath, brandPath, gamePath } from './paths.ts'
import { ADMIN, ONLY_GUEST, STAFF, USER } from './roles.ts'
import { routeParams } from './route-params.ts'
import { findRoute, ROUTES } from './routes.ts'

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
  expect(routeParams(path)).toEqual(params)
  // No other route matches.
  expect(ROUTES.filter((row) => row.path.test(path))).toHaveLength(1)
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

test('letter case and a trailing slash are ignored; an invalid encoding is kept', () => {
  expect(findRoute('/LogOut/')?.page).toBe('logout')
  expect(routeParams('/lobby/3/')).toEqual({ id: '3' })
  expect(routeParams('/game/7/100%')).toEqual({ gameId: '7', name: '100%' })
  expect(routeParams('/game/A%207/a%2Fb')).toEqual({ gameId: 'A 7', name: 'a/b' })
  expect(routeParams('/nowhere')).toEqual({})
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
