import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadOfetch } from '../../net/load-ofetch.ts'
import {
  cleanBrowser,
  type FakeServer,
  fakeServer,
  jwt,
  leaveStored,
  signIn,
  startPage,
  writeInOtherTab,
} from './server.fake.ts'

/* The rules of a session, against a fake server. Each page starts with fresh modules. */
let server: FakeServer
const credentials = { username: '\u200f deniz\u2069 ', password: 'amber-otter', remember: false }
const DAY = 86_400_000

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(() => {
  server = fakeServer()
})
afterEach(cleanBrowser)

test('a login sends the trimmed name and the site, and stores the session for this tab', async () => {
  server.answers['/api/login'] = signIn('t1')
  const { login, session, storedToken } = await startPage()
  expect(await login(credentials)).toMatchObject({ ok: true, value: { id: '7', username: 'deniz' } })
  expect(server.requestsTo('/api/login')[0]?.body).toEqual({
    username: 'deniz',
    password: 'amber-otter',
    // Not the default value.
    site_id: 2077,
  })
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
  expect(storedToken()).toBe('t1')
  expect(sessionStorage.getItem('reelcast.token')).toBe('t1')
  expect(Object.keys(localStorage)).toEqual(['reelcast.remember'])
})

test.each([
  [true, localStorage],
  [false, sessionStorage],
])(
  'a login (remembered: %s) counts as activity for the idle lock, a resumed session does not',
  async (remember, where) => {
    server.answers['/api/login'] = signIn('t1')
    server.answers['/api/validate'] = signIn('t2')
    const { login } = await startPage()
    const before = Date.now()
    await login({ ...credentials, remember })
    expect(Number(where.getItem('reelcast.active'))).toBeGreaterThanOrEqual(before)
    where.removeItem('reelcast.active')
    const { resume, session } = await startPage()
    await resume()
    expect(session.value).toMatchObject({ token: 't2' })
    expect(where.getItem('reelcast.active')).toBeNull()
  },
)

test('"remember me" keeps the token across page loads, and is ticked until a player unticks it', async () => {
  server.answers['/api/login'] = signIn('t1')
  const { login, logout, remembers } = await startPage()
  expect(remembers()).toBe(true)
  await login(credentials)
  expect(remembers()).toBe(false)
  await logout()
  expect(remembers()).toBe(false)
  await login({ ...credentials, remember: true })
  expect(localStorage.getItem('reelcast.token')).toBe('t1')
  expect(sessionStorage.length).toBe(0)
  expect(remembers()).toBe(true)
})

test('a kiosk never remembers a player, whatever was chosen', async () => {
  server.answers['/api/login'] = signIn('t1')
  sessionStorage.setItem('reelcast.kiosk', '1')
  const { login } = await startPage()
  await login({ ...credentials, remember: true })
  expect(sessionStorage.getItem('reelcast.token')).toBe('t1')
  expect(localStorage.length).toBe(0)
  delete document.documentElement.dataset.kiosk
})

test('a tab session keeps the remembered session of another tab', async () => {
  server.answers['/api/login'] = signIn('t1')
  const { login, session, storedToken } = await startPage()
  leaveStored(localStorage, { token: 'theirs', player: '8\nada' })
  await login(credentials)
  expect(localStorage.getItem('reelcast.token')).toBe('theirs')
  expect(storedToken()).toBe('t1')
  expect(session.value).toMatchObject({ user: { id: '7' } })
})

test('a refused login returns its code and stores nothing', async () => {
  server.answers['/api/login'] = {
    status: 401,
    body: { code: 10700, params: { left_count: 1, block_time: 15 } },
  }
  const { login, session, storedToken } = await startPage()
  expect(await login(credentials)).toMatchObject({
    ok: false,
    error: { code: 10700, params: { left_count: 1 } },
  })
  expect(session.value.status).toBe('unknown')
  expect(storedToken()).toBeUndefined()
})

test("a login that is answered after another player's login replaces nothing, and ends at the server", async () => {
  let answer = (_: { body: unknown }) => {}
  server.answers['/api/login'] = () => new Promise((done) => (answer = done))
  server.answers['/api/player/logout'] = {}
  const { login, session, setSignedIn, onSessionEnd } = await startPage()
  const forget = vi.fn()
  onSessionEnd(forget)
  const pending = login({ ...credentials, remember: true })
  await vi.waitFor(() => expect(server.requestsTo('/api/login')).toHaveLength(1))
  // The login by phone of a kiosk.
  const first = { id: '3', username: 'ada', name: '', lastname: '', roles: [], permissions: undefined }
  setSignedIn('other', first)
  answer(signIn('t1'))
  expect(await pending).toEqual({ ok: true, value: first })
  expect(session.value).toMatchObject({ token: 'other', user: { id: '3' } })
  expect(forget).not.toHaveBeenCalled()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(server.requestsTo('/api/player/logout').map(({ token }) => token)).toEqual(['t1'])
})

test('a stored token is validated and replaced in the same storage', async () => {
  leaveStored(localStorage)
  server.answers['/api/validate'] = signIn('new')
  const { resume, session } = await startPage()
  await resume()
  expect(server.requestsTo('/api/validate')).toMatchObject([{ token: 'old' }])
  expect(session.value).toMatchObject({ status: 'player', token: 'new' })
  expect(localStorage.getItem('reelcast.token')).toBe('new')
  expect(sessionStorage.length).toBe(0)
})

test("the tab's session precedes the remembered one of another player", async () => {
  leaveStored(localStorage, { token: 'theirs', player: '8\nada' })
  leaveStored(sessionStorage)
  server.answers['/api/validate'] = (token) => signIn(`${token}-new`)
  const { resume, session } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ token: 'old-new' })
  expect(sessionStorage.getItem('reelcast.token')).toBe('old-new')
  expect(localStorage.getItem('reelcast.token')).toBe('theirs')
})

test.each([true, false])(
  'the player data of the login survives a reload where /validate returns only the token (remember: %s)',
  async (remember) => {
    server.answers['/api/login'] = signIn('t1', {
      pin_code: 'sha256:01',
      name: 'Deniz',
      lastname: 'Kaya',
      Group: 'staff',
      Permissions: [{ PermissionId: 7 }],
      ip_address: '192.0.2.7',
      versions: '9.1',
      last_logon: '2026-01-02T03:04:05Z',
      last_logon_ip: '198.51.100.9',
    })
    const first = await startPage()
    await first.login({ ...credentials, remember })
    const before = first.session.value
    for (const answer of [{ token: 't2' }, { token: 't3', pin_code: null }, { token: 't4' }]) {
      server.answers['/api/validate'] = { body: answer }
      const { resume, session, storedPin } = await startPage()
      await resume()
      expect(session.value).toEqual({ ...before, token: answer.token })
      expect(storedPin()).toBe(answer.token === 't2' ? 'sha256:01' : undefined)
    }
    server.answers['/api/player/logout'] = 'down'
    const last = await startPage()
    await last.resume()
    await last.logout()
    expect([localStorage.getItem('reelcast.login'), sessionStorage.getItem('reelcast.login')]).toEqual([
      null,
      null,
    ])
  },
)

test.each(['{', '7', '{"Permissions":[7]}', '{"name":7}'])(
  'unreadable stored player data (%s) is ignored',
  async (text) => {
    leaveStored(localStorage)
    localStorage.setItem('reelcast.login', text)
    server.answers['/api/validate'] = { body: { token: 'new' } }
    const { resume, session } = await startPage()
    await resume()
    expect(session.value).toMatchObject({
      user: { id: '7', username: 'deniz', name: '', permissions: undefined },
    })
  },
)

test.each([
  [{ status: 401, body: { code: 60000 } }, { kind: 'expired' }],
  [{ status: 401, body: { code: 10 } }, { kind: 'expired' }],
  [{ status: 401 }, { kind: 'expired' }],
  [{ status: 403 }, { kind: 'failed' }],
  [
    { status: 403, body: { code: 10704 } },
    { kind: 'message', code: 10704 },
  ],
  [
    { status: 401, body: { code: 123_456, ErrorMessage: 'closed' } },
    { kind: 'message', message: 'closed' },
  ],
])('a stored token that is refused (%j) is removed with its reason', async (answer, end) => {
  leaveStored(sessionStorage, { pin: 'sha256:00' })
  sessionStorage.setItem('reelcast.locked', '1')
  server.answers['/api/validate'] = answer
  const { resume, session, storedToken, storedPin } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'guest', end })
  expect([storedToken(), storedPin()]).toEqual([undefined, undefined])
  expect(sessionStorage.length).toBe(0)
})

test.each([400, 404, 407, 408, 451])(
  'a token check that a proxy answers with a plain %i ends no session',
  async (status) => {
    server.answers['/api/validate'] = { status }
    leaveStored(sessionStorage)
    const { resume, session, storedToken } = await startPage()
    await resume()
    expect(session.value.status).not.toBe('guest')
    expect(storedToken()).toBeDefined()
  },
)

test('an expired stored JWT causes no call; 60 s of clock skew are tolerated', async () => {
  const now = Math.floor(Date.now() / 1000)
  server.answers['/api/validate'] = signIn('new')
  leaveStored(localStorage, { token: jwt('old', 3600, now - 3600 - 70) })
  const late = await startPage()
  await late.resume()
  expect(late.session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
  expect(server.requestsTo('/api/validate')).toEqual([])
  expect(localStorage.length).toBe(0)
  leaveStored(localStorage, { token: jwt('old', 3600, now - 3600 - 50) })
  const { resume, session } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'player', token: 'new' })
})

const DAY_MS = 24 * 3_600_000

test.each([-DAY_MS, DAY_MS])(
  'a clock that was %i ms ahead at the login, and is right now, ends no session',
  async (ahead) => {
    const now = Date.now()
    const good = jwt('good', 8 * 3600, Math.floor(now / 1000))
    vi.useFakeTimers({ toFake: ['Date'], now: now + ahead })
    server.answers['/api/login'] = signIn(good)
    server.answers['/api/validate'] = { body: { token: good } }
    await (await startPage()).login(credentials)
    vi.setSystemTime(now)
    const { resume, session } = await startPage()
    await resume()
    vi.useRealTimers()
    expect(session.value).toMatchObject({ status: 'player', token: good })
  },
)

test.each([
  'down',
  { status: 503 },
  { status: 429, body: { code: 60011 } },
  { body: '<html>a hotel</html>' },
] as const)('an inconclusive answer (%j) keeps the token for a retry', async (answer) => {
  leaveStored(sessionStorage)
  server.answers['/api/validate'] = answer
  const { resume, session, storedToken } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'unknown', failure: {} })
  expect(storedToken()).toBe('old')
  server.answers['/api/validate'] = signIn('new')
  await resume()
  expect(session.value.status).toBe('player')
})

test('with unreadable settings a refusal without a code names that cause, and ends nothing', async () => {
  const { session: texts, failure } = (await import('../../../locales/tr.json')).default
  server.answers['/Settings.json'] = { status: 404 }
  server.answers['/api/login'] = { status: 405 }
  server.answers['/api/validate'] = { status: 404 }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { login } = await startPage()
  const { failureText } = await import('../../i18n/index.ts')
  const text = async () => {
    const answer = await login(credentials)
    return answer.ok ? '' : failureText(answer.error)
  }
  expect(await text()).toBe(texts.unreadSettings)
  server.answers['/api/login'] = { status: 401, body: { code: 99_999, ErrorMessage: 'closed' } }
  expect(await text()).toBe('closed')
  server.answers['/api/login'] = 'down'
  expect(await text()).toBe(failure.network)
  leaveStored(sessionStorage)
  const { resume, session, storedToken } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'unknown', failure: { message: texts.unreadSettings } })
  expect(storedToken()).toBe('old')
})

test('a retry reads Settings.json again, and reloads the page once it can be read', async () => {
  server.answers['/Settings.json'] = { status: 500 }
  server.answers['/api/validate'] = { status: 404 }
  leaveStored(sessionStorage)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { resume, session } = await startPage()
  await resume()
  await resume()
  expect(server.requestsTo('/Settings.json')).toHaveLength(2)
  expect(session.value).toMatchObject({ status: 'unknown', failure: {} })
  expect(reload).not.toHaveBeenCalled()
  const calls = server.requests.length
  server.answers['/Settings.json'] = { body: { apiUrl: 'https://platform.example' } }
  await resume()
  expect(reload).toHaveBeenCalledOnce()
  // The token is sent only after the page knows its server.
  expect(server.requests.slice(calls).map(({ path }) => path)).toEqual(['/Settings.json'])
})

test.each([
  [{ language: 'en' }, undefined, 'en', ['tr', 'en']],
  [{ language: 'en' }, 'tr', 'tr', ['tr', 'en']],
  [{ language: 'en', languageSelect: false }, 'tr', 'en', []],
  [{ language: 'tr', languageSelect: false, arabic: true }, 'ar', 'tr', []],
  [{ language: 'en', arabic: false }, 'ar', 'en', ['tr', 'en']],
  [{ language: 'en', arabic: true }, 'ar', 'ar', ['tr', 'en', 'ar']],
])('with the settings %j and the choice %s the language is %s', async (body, choice, language, offered) => {
  if (choice) localStorage.setItem('reelcast.language', choice)
  server.answers['/Settings.json'] = { body }
  const { resume } = await startPage()
  await resume()
  const { locale, offeredLocales } = await import('../../i18n/index.ts')
  expect(locale.value).toBe(language)
  expect(offeredLocales.value).toEqual(offered)
})

test('a language that fails to load does not prevent a login', async () => {
  leaveStored(sessionStorage)
  server.answers['/api/validate'] = signIn('new')
  vi.resetModules()
  vi.doMock('../../i18n/index.ts', async (original) => ({
    ...(await original<typeof import('../../i18n/index.ts')>()),
    setLocale: () => Promise.reject(new Error('the chunk failed to load')),
  }))
  const { resume } = await import('./actions.ts')
  await resume()
  vi.doUnmock('../../i18n/index.ts')
  expect((await import('./state.ts')).session.value.status).toBe('player')
})

test.each([-DAY, 0, DAY])(
  'a clock error of %i ms is irrelevant: the lifetime of a token counts from its arrival',
  async (wrong) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const issued = Math.floor(Date.now() / 1000)
    vi.setSystemTime(Date.now() + wrong)
    const good = jwt('good', 3600, issued)
    server.answers['/api/login'] = signIn(good)
    server.answers['/api/validate'] = { body: { token: good } }
    await (await startPage()).login(credentials)
    for (let reload = 1; reload <= 2; reload++) {
      const { resume, session } = await startPage()
      await resume()
      expect(session.value).toMatchObject({ status: 'player', token: good })
      expect(server.requestsTo('/api/validate')).toHaveLength(reload)
    }
    // The server's refusal still counts.
    server.answers['/api/validate'] = { status: 401, body: { code: 60000 } }
    const { resume, session } = await startPage()
    await resume()
    expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
    expect(server.requestsTo('/api/validate')).toHaveLength(3)
  },
)

test('of two concurrent logins the later one counts', async () => {
  leaveStored(sessionStorage)
  const waiting: ((answer: { body: unknown }) => void)[] = []
  server.answers['/api/validate'] = () => new Promise((done) => waiting.push(done))
  const { resume, session } = await startPage()
  const both = [resume(), resume()]
  await vi.waitFor(() => expect(waiting.length).toBe(1))
  waiting[0]?.(signIn('new'))
  await Promise.all(both)
  expect(session.value).toMatchObject({ token: 'new' })
})

test('a token stored by another tab during the request is validated instead', async () => {
  leaveStored(localStorage)
  server.answers['/api/validate'] = (token) => {
    if (token === 'old') leaveStored(localStorage, { token: 'newer', player: '8\nada' })
    return signIn(`${token}!`, token === 'old' ? {} : { id: 8, username: 'ada' })
  }
  const { resume, session } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ token: 'newer!', user: { username: 'ada' } })
})

test('any call that is refused for its token ends the session and removes its data', async () => {
  server.answers['/api/login'] = signIn('t1')
  server.answers['/api/player/balance'] = { status: 403, body: { code: 10704 } }
  const { login, session, onSessionEnd } = await startPage()
  await login({ ...credentials, remember: true })
  localStorage.setItem('reelcast.discount', '123')
  const forget = vi.fn()
  onSessionEnd(forget)
  await (await import('../../features/wallet/actions.ts')).fetchBalance()
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'message', code: 10704 } })
  expect(forget).toHaveBeenCalled()
  await vi.waitFor(() => expect(localStorage.length).toBe(0))
})

test('a session that ends before its cleanup has loaded loses its token at once, the rest later', async () => {
  server.answers['/api/login'] = signIn('t1', { pin_code: 'sha256:00' })
  const { login, endSession, session, storedToken } = await startPage()
  await login({ ...credentials, remember: true })
  endSession({ kind: 'unauthorized' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'unauthorized' } })
  expect(storedToken()).toBeUndefined()
  await vi.waitFor(() => expect(localStorage.length).toBe(0))
})

test('a stored token that another tab logs out during the validation is not reported as refused', async () => {
  leaveStored(localStorage)
  let answer = (_: { status: number }) => {}
  server.answers['/api/validate'] = () => new Promise((done) => (answer = done))
  const { resume, session } = await startPage()
  const resumed = resume()
  await vi.waitFor(() => expect(server.requestsTo('/api/validate')).toHaveLength(1))
  answer({ status: 401 })
  writeInOtherTab('reelcast.token', null)
  await resumed
  expect(session.value).toEqual({ status: 'guest', end: undefined })
})

test('a logout in another tab replaces the reason of an earlier refusal', async () => {
  leaveStored(localStorage)
  server.answers['/api/validate'] = { status: 401 }
  const { resume, session } = await startPage()
  await resume()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
  writeInOtherTab('reelcast.left', `7\ndeniz\n${Date.now()}`)
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
})

test('cleanup code that fails to load does not keep the player logged in', async () => {
  server.answers['/api/login'] = signIn('t1')
  vi.doMock('./session-lifecycle.ts', () => {
    throw new Error('the chunk failed to load')
  })
  const { login, logout, checkSession, session, storedToken } = await startPage()
  await expect(import('./session-lifecycle.ts')).rejects.toThrow()
  await login(credentials)
  await expect(import('./session-lifecycle.ts')).rejects.toThrow()
  expect(await checkSession()).toBe(false)
  await logout()
  vi.doUnmock('./session-lifecycle.ts')
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
  expect(storedToken()).toBeUndefined()
})
