import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanBrowser, type FakeServer, fakeServer, leaveStored, signIn, startPage } from './server.fake.ts'

/* With storage that cannot be written or read, login, remember and logout work from memory. */
let server: FakeServer

const METHODS = ['getItem', 'setItem', 'removeItem'] as const
type Blocked = (typeof METHODS)[number] | 'all' | 'area'

function block(what: Blocked) {
  const no = () => {
    throw new DOMException('no', what === 'setItem' ? 'QuotaExceededError' : 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const real = window[name]
    const blocked = new Proxy(real, {
      get: (_, key) => {
        if (what === key || (what === 'all' && METHODS.some((method) => method === key))) return no
        const value: unknown = Reflect.get(real, key)
        return typeof value === 'function' ? value.bind(real) : value
      },
    })
    vi.spyOn(window, name, 'get').mockImplementation(what === 'area' ? no : () => blocked)
  }
}

beforeEach(() => {
  server = fakeServer()
  server.answers['/api/login'] = signIn('t1', { pin_code: 'sha256:00' })
  server.answers['/api/validate'] = signIn('t2', { pin_code: 'sha256:01' })
  server.answers['/api/player/logout'] = 'down'
})
afterEach(cleanBrowser)

const WAYS = ['getItem', 'setItem', 'removeItem', 'all', 'area'] as const

test.each(WAYS.flatMap((what) => [true, false].map((remember) => [what, remember] as const)))(
  'with %s blocked (remember: %s) a player can log in, reload and log out',
  async (what, remember) => {
    block(what)
    const page = await startPage()
    await page.login({ username: 'deniz', password: 'amber-otter', remember })
    expect(page.session.value).toMatchObject({ status: 'player', token: 't1' })
    expect([page.storedToken(), page.storedPin()]).toEqual(['t1', 'sha256:00'])
    expect(page.remembers()).toBe(remember)
    await page.resume()
    expect(page.session.value).toMatchObject({ status: 'player', token: 't2' })
    expect(page.storedPin()).toBe('sha256:01')
    await page.checkSession()
    expect(page.session.value).toMatchObject({ status: 'player' })
    await page.logout()
    expect(page.session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
    expect([page.storedToken(), page.storedPin()]).toEqual([undefined, undefined])
    await page.resume()
    expect(page.session.value).toEqual({ status: 'guest', end: undefined })
  },
)

test('if a new token cannot be stored, the older one is removed', async () => {
  leaveStored(localStorage, { token: 'older', player: '8\nada' })
  block('setItem')
  const { login, storedToken } = await startPage()
  await login({ username: 'deniz', password: 'amber-otter', remember: true })
  expect(storedToken()).toBe('t1')
  vi.restoreAllMocks()
  expect((await startPage()).storedToken()).toBeUndefined()
})

test('a token that cannot be removed from storage is no longer used by this page', async () => {
  leaveStored(localStorage)
  block('removeItem')
  server.answers['/api/validate'] = { status: 401, body: { code: 60000 } }
  const { resume, session, storedToken } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
  expect(storedToken()).toBeUndefined()
})
