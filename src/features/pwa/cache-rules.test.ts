import { expect, test } from 'vitest'
import { PAGE_ROUTES } from '../../contract/pages.ts'
import { isCacheable, reloadAddress, strategyFor } from './cache-rules.ts'

const HOST = 'https://play.example'
const ask = (path: string, more: object = {}) =>
  strategyFor(
    {
      method: 'GET',
      mode: 'cors',
      destination: '',
      url: new URL(path, HOST).href,
      headers: new Headers(),
      cache: 'default',
      ...more,
    },
    HOST,
  )
const visit = { mode: 'navigate', destination: 'document' }

test.each(['/', '/login', '/lobby', '/lobby/3/Kervan', '/game/7/Kervan', '/profile', '/slot-sessions'])(
  '%s opens at once with the cached page',
  (path) => {
    expect(ask(path, visit)).toBe('shell')
    // Back and forward navigation.
    expect(ask(path, { ...visit, cache: 'force-cache' })).toBe('shell')
  },
)

test.each([
  ['a token in the address', '/?token=abc'],
  ['a token in the address of a game', '/game/7?token=abc'],
  ["a kiosk's screen", '/?kiosk'],
  ['another query', '/lobby?utm_source=mail'],
  ['an unknown page', '/lobbyists'],
])('%s waits for the server', (_, path) => expect(ask(path, visit)).toBe('page'))

test('every page of the app that waits for the server is listed', () => {
  const paths = Object.values(PAGE_ROUTES).map(({ path }) => path.replace(/\?/g, ''))
  expect(paths.filter((path) => ask(path, visit) === 'page').sort()).toEqual(
    `/auth/admin-role-example /auth/guest-role-example /auth/staff-role-example /callback /logout
    /pages/errors/error-404 /pages/errors/error-500`.split(/\s+/),
  )
})

test.each(['reload', 'no-cache', 'no-store'])('a reload (%s) waits for the server', (cache) =>
  expect(ask('/lobby', { ...visit, cache })).toBe('page'),
)

test.each([
  ['/Settings.json', 'settings'],
  ['/assets/index-CsnRubP.js', 'code'],
  ['/assets/Floor--FxwLWVE.css', 'code'],
  ['/assets/machines/nar.png', 'art'],
  ['/assets/machines/nar.png?w=320', 'art'],
  ['/assets/machines/nar.8b984f20.avif', 'art'],
  ['/fonts/reelcast-figures.woff2', 'art'],
  ['/icons/icon-192.png', 'art'],
  ['/favicon.svg', 'art'],
])('%s is cached as %s', (path, way) => expect(ask(path)).toBe(way))

test.each(
  `/api/player/balance /api/login /api/machine/list /api/machine/7/still /check /whep/7
  /socket.io/?EIO=4&transport=websocket /index.html /sw.js /manifest.webmanifest
  /Settings.json?token=abc /assets/machines/nar.png?token=abc /api/player/balance?w=320
  /Settings.json?w=320 /terms-of-use.html`.split(/\s+/),
)('%s bypasses the worker', (path) => {
  expect(ask(path)).toBeUndefined()
  if (!path.startsWith('/socket.io')) expect(ask(path.replace(/\?.*/, ''), visit)).not.toBe('code')
})

test('API calls opened as a page and framed pages bypass the worker', () => {
  expect(ask('/api/player/balance', visit)).toBeUndefined()
  expect(ask('/whep/7', visit)).toBeUndefined()
  expect(ask('/terms-of-use.html', visit)).toBeUndefined()
  expect(ask('/lobby', { mode: 'navigate', destination: 'iframe' })).toBeUndefined()
})

test('requests with another method, a token or a range, and other origins, bypass the worker', () => {
  const art = '/assets/machines/nar.png'
  for (const method of ['POST', 'DELETE', 'HEAD', 'PATCH']) expect(ask(art, { method })).toBeUndefined()
  expect(ask(art, { headers: new Headers({ authorization: 'Bearer abc' }) })).toBeUndefined()
  expect(ask(art, { headers: new Headers({ range: 'bytes=0-9' }) })).toBeUndefined()
  expect(ask('https://other.example/assets/machines/nar.png')).toBeUndefined()
})

const headers = (type: string) => new Headers(type ? { 'content-type': type } : {})

test('only complete answers of the same origin are cached', () => {
  const fine = { status: 200, type: 'basic', redirected: false, headers: headers('text/css') } as const
  expect(isCacheable('/a.css', fine)).toBe(true)
  expect(isCacheable('/a.css', { ...fine, status: 206 })).toBe(false)
  expect(isCacheable('/a.css', { ...fine, status: 404 })).toBe(false)
  expect(isCacheable('/a.css', { ...fine, type: 'opaque' })).toBe(false)
  expect(isCacheable('/a.css', { ...fine, redirected: true })).toBe(false)
})

test.each([
  ['/assets/index-CsnRubP.js', ['text/javascript; charset=utf-8', 'application/javascript']],
  ['/assets/Floor--FxwLWVE.css', ['text/css']],
  ['/index.html?current', ['text/html; charset=utf-8']],
  ['/Settings.json', ['application/json', 'text/json', 'text/plain']],
  ['/assets/machines/nar.png?w=320', ['image/png', 'image/avif', 'application/octet-stream']],
  ['/fonts/reelcast-figures.woff2', ['font/woff2', 'application/font-woff2', 'application/octet-stream']],
])('%s is cached only with a content type of its own', (path, types) => {
  const cacheable = (type: string) =>
    isCacheable(new URL(path, HOST).href, {
      status: 200,
      type: 'basic',
      redirected: false,
      headers: headers(type),
    })
  for (const type of types) expect([type, cacheable(type)]).toEqual([type, true])
  const others = ['text/html', 'text/javascript', 'text/css', 'application/json', 'text/plain', '']
  for (const type of others)
    if (!types.some((own) => own.startsWith(type || '-')))
      expect([type, cacheable(type)]).toEqual([type, false])
})

test.each([
  ['https://venue.example/lobby', 'https://venue.example/lobby'],
  ['https://venue.example/profile/link#ABCD', 'https://venue.example/profile/link?#ABCD'],
  ['https://venue.example/profile/link?#ABCD', 'https://venue.example/profile/link#ABCD'],
  ['https://venue.example/lobby?a=1#b', 'https://venue.example/lobby?a=1&#b'],
])('%s is loaded again as %s', (url, address) => {
  expect(reloadAddress(url)).toBe(address)
})
