import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import {
  cleanBrowser,
  type FakeServer,
  fakeServer,
  signIn,
  startPage,
  writeInOtherTab,
} from './server.fake.ts'

/* How another tab affects the shared session, and a session of this tab only. */
let server: FakeServer
let reload: Mock<() => void>

beforeEach(() => {
  server = fakeServer()
  server.answers['/api/login'] = signIn('t1', { pin_code: 'sha256:00' })
  server.answers['/api/player/logout'] = {}
  reload = vi.fn()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(cleanBrowser)

async function playing(remember: boolean) {
  const page = await startPage()
  const { startSessionLifecycle } = await import('./session-lifecycle.ts')
  const kept = vi.spyOn(window, 'addEventListener')
  await page.login({ username: 'deniz', password: 'amber-otter', remember })
  await vi.waitFor(() => expect(kept).toHaveBeenCalledWith('pageshow', expect.anything()))
  expect(startSessionLifecycle).toBeDefined()
  return page
}

test('a newer token of the same player from another tab is adopted', async () => {
  const { session, storedToken } = await playing(true)
  writeInOtherTab('reelcast.login', '{"maxStake":200}')
  writeInOtherTab('reelcast.token', 't2')
  expect(session.value).toMatchObject({ status: 'player', token: 't2', user: { id: '7', maxStake: 200 } })
  expect(storedToken()).toBe('t2')
})

test('a new login of the same player in another tab counts as the same player', async () => {
  const { session } = await playing(true)
  writeInOtherTab('reelcast.player', '7\nDeniz')
  writeInOtherTab('reelcast.token', 't2')
  expect(session.value).toMatchObject({ status: 'player', token: 't2' })
})

test.each([true, false])(
  'a remembered login of another player in another tab ends this session (remembered: %s) with a message',
  async (remember) => {
    const { session, onSessionEnd, storedToken } = await playing(remember)
    const forget = vi.fn()
    onSessionEnd(forget)
    writeInOtherTab('reelcast.player', '8\nada')
    expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
    writeInOtherTab('reelcast.pin', 'sha256:08')
    writeInOtherTab('reelcast.token', 'theirs')
    expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
    expect(forget).toHaveBeenCalled()
    // The newer login stays, here and on the server.
    expect(storedToken()).toBe('theirs')
    expect(localStorage.getItem('reelcast.pin')).toBe('sha256:08')
    expect(sessionStorage.length).toBe(0)
    expect(server.requestsTo('/api/player/logout')).toEqual([])
  },
)

test('an unknown player counts as another one', async () => {
  server.answers['/api/login'] = { body: { token: 't1' } }
  const { session } = await playing(true)
  writeInOtherTab('reelcast.player', '\n')
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
})

test("another player's renewal in another tab ends nothing here", async () => {
  localStorage.setItem('reelcast.player', '8\nada')
  localStorage.setItem('reelcast.token', 'theirs')
  const { session } = await playing(false)
  writeInOtherTab('reelcast.token', 'theirs-newer')
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
})

test('logging out in another tab logs this one out too', async () => {
  const { session } = await playing(true)
  writeInOtherTab('reelcast.player', null)
  writeInOtherTab('reelcast.token', null)
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
  expect(server.requestsTo('/api/player/logout')).toEqual([])
})

test("the server's message of that logout, if first, is reported as that logout", async () => {
  const { session, endSession } = await playing(true)
  localStorage.removeItem('reelcast.token')
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

const BROADCAST = `7\ndeniz\n${Date.now()}`
/** Storage events are handled asynchronously. */
const settled = () => new Promise((done) => setTimeout(done))
const OVERTAKEN = [{ kind: 'expired' }, { kind: 'unauthorized' }, { kind: 'failed' }] as const

test.each(OVERTAKEN)(
  "the broadcast of this player's logout corrects $kind, if the server's message came first",
  async (end) => {
    const { session, endSession } = await playing(true)
    endSession(end)
    writeInOtherTab('reelcast.left', BROADCAST.replace('7\ndeniz', '8\nemine'))
    await settled()
    expect(session.value).toEqual({ status: 'guest', end })
    writeInOtherTab('reelcast.left', BROADCAST)
    await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
  },
)

test.each(OVERTAKEN)('the removal of the shared token corrects $kind as well', async (end) => {
  const { session, endSession } = await playing(true)
  endSession(end)
  writeInOtherTab('reelcast.token', 'of a new login')
  await settled()
  expect(session.value).toEqual({ status: 'guest', end })
  writeInOtherTab('reelcast.token', null)
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
})

test('a server message after a correction does not change the reason', async () => {
  const { session, endSession } = await playing(true)
  endSession({ kind: 'unauthorized' })
  writeInOtherTab('reelcast.left', BROADCAST)
  await settled()
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

test('a session that ends before its lifecycle is loaded is corrected too', async () => {
  const { login, session, endSession } = await startPage()
  await login({ username: 'deniz', password: 'amber-otter', remember: true })
  endSession({ kind: 'expired' })
  writeInOtherTab('reelcast.left', BROADCAST)
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
})

test("the server's reason stays when the token is removed", async () => {
  const { session, endSession } = await playing(true)
  const end = { kind: 'message', code: 10704, message: '', params: {} } as const
  localStorage.removeItem('reelcast.token')
  endSession(end)
  writeInOtherTab('reelcast.token', null)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end })
})

test('the removal of the shared token does not affect a tab session', async () => {
  const { session, endSession } = await playing(false)
  endSession({ kind: 'expired' })
  writeInOtherTab('reelcast.token', null)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test('a logout in another tab does not correct a session that ended long before', async () => {
  const { session, endSession } = await playing(true)
  const window = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(window.signal)
  endSession({ kind: 'expired' })
  expect(timeout).toHaveBeenCalledWith(5_000)
  window.abort()
  writeInOtherTab('reelcast.left', BROADCAST)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test('clearing the storage logs this tab out too', async () => {
  const { session } = await playing(true)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

test('a tab session is logged out with its player, on the server as well', async () => {
  const { session, storedToken } = await playing(false)
  writeInOtherTab('reelcast.token', null)
  expect(session.value.status).toBe('player')
  writeInOtherTab('reelcast.left', `7\ndeniz\n${Date.now()}`)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(server.requestsTo('/api/player/logout')).toMatchObject([{ token: 't1' }])
  expect(storedToken()).toBeUndefined()
  expect(history.state).toEqual({ farewell: { kind: 'elsewhere' } })
})

test("another player's logout does not affect this tab", async () => {
  const { session } = await playing(false)
  writeInOtherTab('reelcast.left', `8\nada\n${Date.now()}`)
  writeInOtherTab('reelcast.left', null)
  expect(session.value.status).toBe('player')
})

test('a logout is broadcast to the other tabs with its player, and leaves nothing in storage', async () => {
  const { logout } = await playing(true)
  const told: string[] = []
  const real = localStorage
  const watched = new Proxy(real, {
    get(_, key) {
      const value: unknown = Reflect.get(real, key)
      if (typeof value !== 'function') return value
      return (...credentials: string[]) => {
        if (key === 'setItem' && credentials[0] === 'reelcast.left') told.push(String(credentials[1]))
        return value.apply(real, credentials)
      }
    },
  })
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(watched)
  await logout()
  expect(told).toEqual([expect.stringMatching(/^7\ndeniz\n\d+$/)])
  expect(localStorage.getItem('reelcast.left')).toBeNull()
})

test('ending a tab session keeps the remembered session of another player', async () => {
  const { logout } = await playing(false)
  localStorage.setItem('reelcast.token', 'theirs')
  localStorage.setItem('reelcast.player', '8\nada')
  await logout()
  expect(localStorage.getItem('reelcast.token')).toBe('theirs')
})

test('a logout also removes the remembered session of the same player', async () => {
  const { logout } = await playing(false)
  localStorage.setItem('reelcast.token', 'mine-elsewhere')
  localStorage.setItem('reelcast.player', '7\ndeniz')
  await logout()
  expect(localStorage.getItem('reelcast.token')).toBeNull()
})

test('other keys, and events of a guest, change nothing', async () => {
  const { session, setSignedOut } = await playing(true)
  writeInOtherTab('reelcast.language', 'en')
  expect(session.value.status).toBe('player')
  setSignedOut()
  writeInOtherTab('reelcast.player', '8\nada')
  writeInOtherTab('reelcast.token', 'theirs')
  expect(session.value).toEqual({ status: 'guest', end: undefined })
})
