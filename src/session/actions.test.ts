import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/*
 * The session's rules against a server that answers what each test says. Modules are loaded anew for each test,
 * as each is a page's start.
 */
type Answer = { status?: number; body?: unknown } | 'down'
let answers: Record<string, Answer>
let asked: { path: string; init: RequestInit }[]

const jwt = (name: string, life = 3600) =>
  `${name}.${btoa(JSON.stringify({ iat: 1000, exp: 1000 + life }))}.s`
const signIn = (token: string) => ({ body: { token, pin_code: null, id: 7, username: 'deniz' } })

async function page() {
  vi.resetModules()
  const [actions, state] = await Promise.all([import('./actions.ts'), import('./state.ts')])
  return { ...actions, ...state, stored: (await import('./stored-token.ts')).storedToken }
}
const given = { username: ' deniz ', password: 'amber-otter', remember: false }

beforeEach(() => {
  answers = { '/Settings.json': { body: { siteId: 1001 } } }
  asked = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push({ path, init })
    const answer = answers[path] ?? { status: 404, body: {} }
    if (answer === 'down') throw new TypeError('no network')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

test('a login sends the trimmed name and the site, and makes a session of this tab alone', async () => {
  answers['/api/login'] = signIn('t1')
  const { login, session, stored } = await page()
  expect(await login(given)).toMatchObject({ ok: true, value: { id: '7', username: 'deniz' } })
  const sent = asked.find(({ path }) => path === '/api/login')?.init.body
  expect(JSON.parse(String(sent))).toEqual({ username: 'deniz', password: 'amber-otter', site_id: 1001 })
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
  expect(stored()).toBe('t1')
  expect(sessionStorage.length).toBe(1)
  expect(localStorage.getItem('reelcast.token')).toBeNull()
})

test('"remember me" keeps the token across visits', async () => {
  answers['/api/login'] = signIn('t1')
  const { login } = await page()
  await login({ ...given, remember: true })
  expect(localStorage.getItem('reelcast.token')).toBe('t1')
  expect(sessionStorage.length).toBe(0)
})

test('a refused login gives its code and makes no session', async () => {
  answers['/api/login'] = { status: 401, body: { code: 10700, params: { left_count: 1, block_time: 15 } } }
  const { login, session, stored } = await page()
  expect(await login(given)).toMatchObject({ ok: false, error: { code: 10700, params: { left_count: 1 } } })
  expect(session.value.status).toBe('unknown')
  expect(stored()).toBeUndefined()
})

test('a stored token is checked, and exchanged for the newer one', async () => {
  localStorage.setItem('reelcast.token', 'old')
  localStorage.setItem('reelcast.remember', '1')
  answers['/api/validate'] = signIn('new')
  const { resume, session } = await page()
  await resume()
  const sent = asked.find(({ path }) => path === '/api/validate')?.init.headers
  expect(new Headers(sent).get('authorization')).toBe('Bearer old')
  expect(session.value).toMatchObject({ status: 'player', token: 'new' })
  expect(localStorage.getItem('reelcast.token')).toBe('new')
})

test.each([
  [{ status: 401, body: { code: 60000 } }, { kind: 'expired' }],
  [{ status: 401, body: { code: 10 } }, { kind: 'failed' }],
  [
    { status: 403, body: { code: 10704 } },
    { kind: 'failed', failure: { code: 10704 } },
  ],
])(
  'a stored token that the server does not take (%j) is forgotten, and the reason said',
  async (answer, end) => {
    sessionStorage.setItem('reelcast.token', 'old')
    answers['/api/validate'] = answer
    const { resume, session, stored } = await page()
    await resume()
    expect(session.value).toMatchObject({ status: 'guest', end })
    expect(stored()).toBeUndefined()
  },
)

test('a server that can not be asked leaves the token for another try', async () => {
  sessionStorage.setItem('reelcast.token', 'old')
  answers['/api/validate'] = 'down'
  const { resume, session } = await page()
  await resume()
  expect(session.value).toMatchObject({ status: 'unknown', failure: { category: 'network' } })
  answers['/api/validate'] = signIn('new')
  await resume()
  expect(session.value.status).toBe('player')
})

test('without a token, resuming finds a guest', async () => {
  const { resume, session } = await page()
  await resume()
  expect(session.value).toEqual({ status: 'guest', end: undefined })
})

test('logging out tells the server with the old token, and works without it as well', async () => {
  answers['/api/login'] = signIn('t1')
  answers['/api/player/logout'] = 'down'
  const { login, logout, session, stored } = await page()
  await logout()
  expect(asked).toEqual([])
  await login(given)
  await logout()
  const sent = asked.find(({ path }) => path === '/api/player/logout')?.init.headers
  expect(new Headers(sent).get('authorization')).toBe('Bearer t1')
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
  expect(stored()).toBeUndefined()
})

test('any call that is answered 401 ends the session', async () => {
  answers['/api/login'] = signIn('t1')
  answers['/api/player/balance'] = { status: 401, body: { code: 60000 } }
  const { login, session } = await page()
  await login(given)
  await (await import('../wallet/actions.ts')).fetchBalance()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test('a token is renewed when four fifths of its life are over, again after a cut, and no more after logout', async () => {
  vi.useFakeTimers()
  answers['/api/login'] = signIn(jwt('first', 1000))
  answers['/api/validate'] = 'down'
  const { login, logout, session } = await page()
  const validations = () => asked.filter(({ path }) => path === '/api/validate').length
  await login(given)
  await vi.advanceTimersByTimeAsync(799_000)
  expect(validations()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(validations()).toBe(1)
  answers['/api/validate'] = signIn(jwt('second', 1000))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(validations()).toBe(2)
  expect(session.value).toMatchObject({ status: 'player', token: jwt('second', 1000) })
  await logout()
  await vi.advanceTimersByTimeAsync(2_000_000)
  expect(validations()).toBe(2)
})

test('logging out in another tab ends this one too', async () => {
  answers['/api/login'] = signIn('t1')
  const { login, session } = await page()
  await login({ ...given, remember: true })
  const other = new StorageEvent('storage', { key: 'reelcast.token', newValue: null })
  window.dispatchEvent(other)
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})
