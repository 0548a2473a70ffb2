import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { DEVICE_KEYS, KIOSK_KEYS, PLAYER_KEYS } from '../storage/keys.ts'
import { cleanBrowser, type FakeServer, fakeServer, leaveStored, signIn, startPage } from './server.fake.ts'

/* Logging out from every state, with a server that answers, refuses, is down or does not answer. */
let server: FakeServer
let reload: Mock<() => void>
const credentials = { username: 'deniz', password: 'amber-otter', remember: false }

beforeEach(() => {
  server = fakeServer()
  server.answers['/api/login'] = signIn('t1', { pin_code: 'sha256:00' })
  server.answers['/api/player/logout'] = {}
  reload = vi.fn()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(cleanBrowser)

async function playing(remember = false) {
  const page = await startPage()
  await page.login({ ...credentials, remember })
  // With real timers, before a test replaces them.
  await page.startLifecycle()
  return page
}

test.each([true, false])(
  "it notifies the server, wipes all but the device's preferences, and reloads the login (%s)",
  async (remember) => {
    history.replaceState(null, '', '/game/5')
    const { logout, session, onSessionEnd } = await playing(remember)
    const forget = vi.fn()
    onSessionEnd(forget)
    for (const kept of [localStorage, sessionStorage]) {
      kept.setItem('reelcast.language', 'en')
      kept.setItem('reelcast.anything-new', 'of the player')
      kept.setItem('another', 'app')
    }
    let answer = (_: object) => {}
    server.answers['/api/player/logout'] = () => new Promise((done) => (answer = done))
    const done = logout()
    await vi.waitFor(() => expect(session.value).toEqual({ status: 'unknown', leaving: true }))
    expect(forget).toHaveBeenCalled()
    expect(Object.keys(sessionStorage).sort()).toEqual(['another', 'reelcast.language'])
    expect(Object.keys(localStorage).sort()).toEqual(
      ['another', 'reelcast.language', ...(remember ? [] : ['reelcast.remember'])].sort(),
    )
    await vi.waitFor(() => expect(server.requestsTo('/api/player/logout')).toMatchObject([{ token: 't1' }]))
    expect(reload).not.toHaveBeenCalled()
    answer({})
    await done
    expect(location.pathname).toBe('/login')
    expect(reload).toHaveBeenCalledOnce()
  },
)

/** The keys that a logout may leave in the browser. None of them holds data of a player. */
const MAY_STAY = [
  'balance-hidden',
  'browser',
  'data-saver',
  'feel',
  'folded',
  'gated',
  'guest-theme',
  'kiosk',
  'kiosk-jackpots',
  'kiosk-screen',
  'kiosk-tries',
  'language',
  'letter-keys',
  'look',
  'remember',
  'settings',
  'tour',
  'update',
  'volume',
]

describe('a logout leaves the browser nothing of the player,', () => {
  const NAMES = [...KIOSK_KEYS, ...DEVICE_KEYS, ...PLAYER_KEYS, 'of-another-release']
  const stored = () =>
    [localStorage, sessionStorage].flatMap((area) =>
      Object.keys(area).map((key) => key.replace(/^reelcast\./, '')),
    )
  const values = () => [localStorage, sessionStorage].flatMap((area) => Object.values({ ...area })).join()

  test.each([true, false])('whatever was stored (remembered: %s)', async (remember) => {
    const { logout } = await playing(remember)
    for (const area of [localStorage, sessionStorage])
      for (const name of NAMES)
        if (area.getItem(`reelcast.${name}`) === null) area.setItem(`reelcast.${name}`, '1')
    // Of another player's remembered login, which would stay.
    if (!remember) localStorage.removeItem('reelcast.player')
    await logout()
    expect(stored().sort()).toEqual([...MAY_STAY, ...MAY_STAY].sort())
    expect(values()).not.toMatch(/deniz|t1|sha256/)
  })

  test.each([
    ['after the server has renamed the player', { username: 'Deniz Y.' }],
    ['after the server has forgotten the name', { username: undefined }],
  ])('%s', async (_, more) => {
    const { checkSession, logout } = await playing(true)
    server.answers['/api/validate'] = signIn('t2', more)
    await checkSession()
    localStorage.setItem('reelcast.play', '{"player":"7\\ndeniz"}')
    await logout()
    expect(stored()).toEqual([])
  })

  test('at an expired session, before the lifecycle of the session is loaded', async () => {
    const { login, endSession } = await startPage()
    await login({ ...credentials, remember: true })
    endSession({ kind: 'expired' })
    expect(stored()).toEqual([])
  })
})

test('a game is closed first: its DELETE precedes the logout, with the valid token', async () => {
  const { beforeLogout, currentToken, logout } = await playing()
  const left: unknown[] = []
  beforeLogout.add(() => left.push(currentToken(), server.requestsTo('/api/player/logout').length))
  await logout()
  expect(left).toEqual(['t1', 0])
  await logout()
  expect(left).toHaveLength(2)
})

test("a socket's end message during the logout does not change the reason", async () => {
  const { logout, endSession, session } = await playing()
  let answer = (_: object) => {}
  server.answers['/api/player/logout'] = () => new Promise((done) => (answer = done))
  const done = logout()
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'unknown', leaving: true }))
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'unknown', leaving: true })
  await vi.waitFor(() => expect(server.requestsTo('/api/player/logout')).toHaveLength(1))
  answer({})
  await done
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  { kind: 'logout' } as const,
  { kind: 'message', code: 0, message: 'five wrong PINs', params: {} } as const,
])('the reason of a logout, %j, is shown once, after the reload', async (end) => {
  const { logout } = await playing()
  await logout(end)
  const after = await startPage()
  after.setSignedOut()
  await after.initializeApp()
  await vi.waitFor(() => expect(after.session.value).toEqual({ status: 'guest', end }))
  const later = await startPage()
  later.setSignedOut()
  await later.initializeApp()
  expect(later.session.value).toEqual({ status: 'guest', end: undefined })
})

test('the logout message is not shown to a logged-in player', async () => {
  history.replaceState({ farewell: { kind: 'logout' } }, '')
  leaveStored(sessionStorage)
  server.answers['/api/validate'] = signIn('new')
  const { resume, session } = await startPage()
  await resume()
  await vi.waitFor(() => expect(history.state).toBeNull())
  expect(session.value.status).toBe('player')
})

test('a refusal counts as an answer of the server', async () => {
  server.answers['/api/player/logout'] = { status: 401, body: { code: 60000 } }
  const { logout, session } = await playing()
  await logout()
  expect(reload).toHaveBeenCalledOnce()
  expect(session.value).toMatchObject({ leaving: true })
})

test('offline, the page is wiped without a reload, with a message', async () => {
  server.answers['/api/player/logout'] = 'down'
  const { logout, session, storedToken } = await playing()
  await logout()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
  expect(storedToken()).toBeUndefined()
  expect(reload).not.toHaveBeenCalled()
})

test('a missing answer is awaited for 3 s', async () => {
  server.answers['/api/player/logout'] = 'never'
  const { logout, session } = await playing()
  vi.useFakeTimers()
  const done = logout()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(session.value).toMatchObject({ leaving: true })
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
  expect(reload).not.toHaveBeenCalled()
})

test('two concurrent calls log out once', async () => {
  const { logout } = await playing()
  await Promise.all([logout(), logout()])
  expect(server.requestsTo('/api/player/logout')).toHaveLength(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('without a session it does nothing', async () => {
  const { logout, resume, session } = await startPage()
  await logout()
  await resume()
  await logout()
  expect(server.requestsTo('/api/player/logout')).toEqual([])
  expect(session.value).toEqual({ status: 'guest', end: undefined })
})

test('a player with an unvalidated token can log out', async () => {
  leaveStored(localStorage)
  server.answers['/api/validate'] = 'down'
  server.answers['/api/player/logout'] = 'down'
  const { logout, resume, session, storedToken } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ status: 'unknown', failure: { category: 'network' } })
  await logout()
  expect(server.requestsTo('/api/player/logout')).toMatchObject([{ token: 'old' }])
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'logout' } })
  expect(storedToken()).toBeUndefined()
})

test('a logout during the validation wins over its answer', async () => {
  leaveStored(localStorage)
  let answer = (_: { body: unknown }) => {}
  server.answers['/api/validate'] = () => new Promise((done) => (answer = done))
  const { logout, resume, session, storedToken } = await startPage()
  const checked = resume()
  await vi.waitFor(() => expect(server.requestsTo('/api/validate')).toHaveLength(1))
  await logout()
  answer(signIn('new'))
  await checked
  expect(session.value).toMatchObject({ leaving: true })
  expect(storedToken()).toBeUndefined()
})

test('/logout with a stored session logs out without signing in', async () => {
  history.replaceState(null, '', '/logout')
  leaveStored(localStorage)
  const { resume } = await startPage()
  await resume()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(server.requestsTo('/api/validate')).toEqual([])
  expect(server.requestsTo('/api/player/logout')).toMatchObject([{ token: 'old' }])
  expect(location.pathname).toBe('/login')
})
