import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { cleanBrowser, elsewhere, type FakeServer, fakeServer, signIn, startPage } from './server.fake.ts'

/* What another tab does to the session that all tabs share, and to one that is this tab's alone. */
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

test("the same player's newer token of another tab is taken over", async () => {
  const { session, storedToken } = await playing(true)
  elsewhere('reelcast.token', 't2')
  expect(session.value).toMatchObject({ status: 'player', token: 't2', user: { id: '7' } })
  expect(storedToken()).toBe('t2')
})

test('a player who logs in anew in another tab under another login is the same player', async () => {
  const { session } = await playing(true)
  elsewhere('reelcast.player', '7\nDeniz')
  elsewhere('reelcast.token', 't2')
  expect(session.value).toMatchObject({ status: 'player', token: 't2' })
})

test.each([true, false])(
  'another player who logs in in another tab, to be remembered, stops this one (remembered: %s), which says so',
  async (remember) => {
    const { session, onSessionEnd: whenGone, storedToken } = await playing(remember)
    const forget = vi.fn()
    whenGone(forget)
    elsewhere('reelcast.player', '8\nada')
    expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
    elsewhere('reelcast.pin', 'sha256:08')
    elsewhere('reelcast.token', 'theirs')
    expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
    expect(forget).toHaveBeenCalled()
    // The newer login is left alone, here and on the server.
    expect(storedToken()).toBe('theirs')
    expect(localStorage.getItem('reelcast.pin')).toBe('sha256:08')
    expect(sessionStorage.length).toBe(0)
    expect(server.of('/api/player/logout')).toEqual([])
  },
)

test('a player whom nobody knows is another one', async () => {
  server.answers['/api/login'] = { body: { token: 't1' } }
  const { session } = await playing(true)
  elsewhere('reelcast.player', '\n')
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
})

test("another player's renewal in their tab stops nobody here", async () => {
  localStorage.setItem('reelcast.player', '8\nada')
  localStorage.setItem('reelcast.token', 'theirs')
  const { session } = await playing(false)
  elsewhere('reelcast.token', 'theirs-newer')
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
})

test('logging out in another tab logs this one out too', async () => {
  const { session } = await playing(true)
  elsewhere('reelcast.player', null)
  elsewhere('reelcast.token', null)
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
  expect(server.of('/api/player/logout')).toEqual([])
})

test("the server's word of that logout, when it comes first, is told as what it is", async () => {
  const { session, endSession } = await playing(true)
  localStorage.removeItem('reelcast.token')
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

const BROADCAST = `7\ndeniz\n${Date.now()}`
/** A correction takes some microtasks. */
const settled = () => new Promise((done) => setTimeout(done))
const OVERTAKEN = [{ kind: 'expired' }, { kind: 'unauthorized' }, { kind: 'failed' }] as const

test.each(OVERTAKEN)(
  "the broadcast of this player's logout corrects $kind, which the server said first",
  async (end) => {
    const { session, endSession } = await playing(true)
    endSession(end)
    elsewhere('reelcast.left', BROADCAST.replace('7\ndeniz', '8\nemine'))
    await settled()
    expect(session.value).toEqual({ status: 'guest', end })
    elsewhere('reelcast.left', BROADCAST)
    await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
  },
)

test.each(OVERTAKEN)('the removal of the shared token corrects $kind as well', async (end) => {
  const { session, endSession } = await playing(true)
  endSession(end)
  elsewhere('reelcast.token', 'of a new login')
  await settled()
  expect(session.value).toEqual({ status: 'guest', end })
  elsewhere('reelcast.token', null)
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
})

test('a second message of the server changes no reason, whichever came first', async () => {
  const { session, endSession } = await playing(true)
  elsewhere('reelcast.token', null)
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

test('nor does it after a correction', async () => {
  const { session, endSession } = await playing(true)
  endSession({ kind: 'unauthorized' })
  elsewhere('reelcast.left', BROADCAST)
  await settled()
  endSession({ kind: 'expired' })
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

test('a session that ends before its lifecycle is loaded is corrected too', async () => {
  const { login, session, endSession } = await startPage()
  await login({ username: 'deniz', password: 'amber-otter', remember: true })
  endSession({ kind: 'expired' })
  elsewhere('reelcast.left', BROADCAST)
  await vi.waitFor(() => expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } }))
})

test("the server's own reason stays when the token goes", async () => {
  const { session, endSession } = await playing(true)
  const end = { kind: 'message', code: 10704, message: '', params: {} } as const
  localStorage.removeItem('reelcast.token')
  endSession(end)
  elsewhere('reelcast.token', null)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end })
})

test('the removal of the shared token says nothing of a session of this tab alone', async () => {
  const { session, endSession } = await playing(false)
  endSession({ kind: 'expired' })
  elsewhere('reelcast.token', null)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test('a logout in another tab corrects nothing of a session that ended long before', async () => {
  const { session, endSession } = await playing(true)
  const window = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(window.signal)
  endSession({ kind: 'expired' })
  expect(timeout).toHaveBeenCalledWith(5_000)
  window.abort()
  elsewhere('reelcast.left', BROADCAST)
  await settled()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test('and so does clearing the storage', async () => {
  const { session } = await playing(true)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'elsewhere' } })
})

test('a session of this tab alone is logged out with its player, on the server as well', async () => {
  const { session, storedToken } = await playing(false)
  elsewhere('reelcast.token', null)
  expect(session.value.status).toBe('player')
  elsewhere('reelcast.left', `7\ndeniz\n${Date.now()}`)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(server.of('/api/player/logout')).toMatchObject([{ token: 't1' }])
  expect(storedToken()).toBeUndefined()
  expect(history.state).toEqual({ farewell: { kind: 'elsewhere' } })
})

test("another player's logout is not this one's", async () => {
  const { session } = await playing(false)
  elsewhere('reelcast.left', `8\nada\n${Date.now()}`)
  elsewhere('reelcast.left', null)
  expect(session.value.status).toBe('player')
})

test('a logout tells the other tabs whose it is, and leaves no trace of that', async () => {
  const { logout } = await playing(true)
  const told: string[] = []
  const real = localStorage
  const watched = new Proxy(real, {
    get(_, key) {
      const value: unknown = Reflect.get(real, key)
      if (typeof value !== 'function') return value
      return (...given: string[]) => {
        if (key === 'setItem' && given[0] === 'reelcast.left') told.push(String(given[1]))
        return value.apply(real, given)
      }
    },
  })
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(watched)
  await logout()
  expect(told).toEqual([expect.stringMatching(/^7\ndeniz\n\d+$/)])
  expect(localStorage.getItem('reelcast.left')).toBeNull()
})

test('a tab that ends its session leaves the remembered one of another player alone', async () => {
  const { logout } = await playing(false)
  localStorage.setItem('reelcast.token', 'theirs')
  localStorage.setItem('reelcast.player', '8\nada')
  await logout()
  expect(localStorage.getItem('reelcast.token')).toBe('theirs')
})

test('a tab that logs out takes the remembered session of the same player with it', async () => {
  const { logout } = await playing(false)
  localStorage.setItem('reelcast.token', 'mine-elsewhere')
  localStorage.setItem('reelcast.player', '7\ndeniz')
  await logout()
  expect(localStorage.getItem('reelcast.token')).toBeNull()
})

test('other keys, and what happens to a guest, change nothing', async () => {
  const { session, setSignedOut } = await playing(true)
  elsewhere('reelcast.language', 'en')
  expect(session.value.status).toBe('player')
  setSignedOut()
  elsewhere('reelcast.player', '8\nada')
  elsewhere('reelcast.token', 'theirs')
  expect(session.value).toEqual({ status: 'guest', end: undefined })
})
