import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewalDelay } from './renewal.ts'
import {
  cleanBrowser,
  type FakeServer,
  fakeServer,
  jwt,
  leaveStored,
  signIn,
  startPage,
} from './server.fake.ts'

/*
 * Renewal after sleep, with wrong clocks and without a network, and the state of a page from the back-forward
 * cache.
 */
let server: FakeServer
const credentials = { username: 'deniz', password: 'amber-otter', remember: false }
const DAY = 86_400_000

beforeEach(() => {
  server = fakeServer()
  vi.useFakeTimers()
})
afterEach(cleanBrowser)

async function playing(token: string, remember = false) {
  const page = await startPage()
  await import('./session-lifecycle.ts')
  server.answers['/api/login'] = signIn(token)
  await page.login({ ...credentials, remember })
  await vi.advanceTimersByTimeAsync(0)
  return { ...page, validations: () => server.requestsTo('/api/validate').length }
}

test('a token is renewed after four fifths of its life, also after a disconnect, not after a logout', async () => {
  server.answers['/api/validate'] = 'down'
  server.answers['/api/player/logout'] = 'down'
  const { logout, session, storedToken, validations } = await playing(jwt('first', 1000))
  await vi.advanceTimersByTimeAsync(799_000)
  expect(validations()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(validations()).toBe(1)
  expect(session.value.status).toBe('player')
  server.answers['/api/validate'] = signIn(jwt('second', 1000), { pin_code: 'sha256:02' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(validations()).toBe(2)
  expect(session.value).toMatchObject({ status: 'player', token: jwt('second', 1000) })
  expect(storedToken()).toBe(jwt('second', 1000))
  expect(sessionStorage.getItem('reelcast.pin')).toBe('sha256:02')
  await vi.advanceTimersByTimeAsync(799_000)
  expect(validations()).toBe(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(validations()).toBe(3)
  await logout()
  await vi.advanceTimersByTimeAsync(2_000_000)
  expect(validations()).toBe(3)
})

test('a renewal changes the highest stake of the player', async () => {
  const { session } = await playing(jwt('first', 1000))
  server.answers['/api/validate'] = signIn(jwt('second', 1000), { maxStake: 200 })
  await vi.advanceTimersByTimeAsync(800_000)
  expect(session.value).toMatchObject({ token: jwt('second', 1000), user: { maxStake: 200 } })
})

test('a renewal does not change the player otherwise', async () => {
  server.answers['/api/validate'] = signIn(jwt('second', 1000))
  const { session, onSessionEnd } = await playing(jwt('first', 1000))
  const user = session.value.status === 'player' ? session.value.user : undefined
  const forget = vi.fn()
  onSessionEnd(forget)
  await vi.advanceTimersByTimeAsync(800_000)
  expect(session.value).toEqual({ status: 'player', token: jwt('second', 1000), user })
  expect(forget).not.toHaveBeenCalled()
})

test('a renewal that returns only the token keeps the stored player data', async () => {
  server.answers['/api/validate'] = { body: { token: jwt('second', 1000) } }
  const { storedToken, validations } = await playing(jwt('first', 1000))
  const { storedLogin: stored } = await import('./stored-login.ts')
  const { ahead, ...before } = stored()
  expect(before).toMatchObject({ id: '7', username: 'deniz' })
  await vi.advanceTimersByTimeAsync(800_000)
  expect(validations()).toBe(1)
  expect(storedToken()).toBe(jwt('second', 1000))
  // The newer token's arrival is the later one.
  expect(stored()).toEqual({ ...before, ahead: Number(ahead) + 800_000 })
})

test('a device that slept past the time renews on waking', async () => {
  server.answers['/api/validate'] = signIn(jwt('second', 1000))
  const { validations } = await playing(jwt('first', 1000))
  await vi.advanceTimersByTimeAsync(100_000)
  // During sleep the wall clock runs; the timers and the page's clock stop.
  vi.setSystemTime(Date.now() + 800_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(validations()).toBe(1)
})

test('a hidden page renews too', async () => {
  server.answers['/api/validate'] = signIn(jwt('second', 1000))
  const { validations } = await playing(jwt('first', 1000))
  vi.setSystemTime(Date.now() + 800_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(validations()).toBe(1)
})

test('a token that expired during sleep is refused by the server, with the reason', async () => {
  server.answers['/api/validate'] = { status: 401, body: { code: 60000 } }
  const { session } = await playing(jwt('first', 1000))
  vi.setSystemTime(Date.now() + 5_000_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'expired' } })
})

test.each([-DAY, DAY])('a clock change of %i ms neither ends the session nor skips a renewal', async (by) => {
  server.answers['/api/validate'] = signIn(jwt('second', 1000, 99_999))
  const { session, validations } = await playing(jwt('first', 1000, 99_999_999))
  await vi.advanceTimersByTimeAsync(100_000)
  vi.setSystemTime(Date.now() + by)
  await vi.advanceTimersByTimeAsync(700_000)
  expect(validations()).toBe(1)
  expect(session.value).toMatchObject({ status: 'player', token: jwt('second', 1000, 99_999) })
})

test('a network that returns is used at once', async () => {
  server.answers['/api/validate'] = 'down'
  const { validations, session } = await playing(jwt('first', 1000))
  await vi.advanceTimersByTimeAsync(800_000)
  server.answers['/api/validate'] = signIn(jwt('second', 1000))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(validations()).toBe(2)
  expect(session.value).toMatchObject({ token: jwt('second', 1000) })
})

test('an opaque token is never renewed by a timer', async () => {
  const { validations } = await playing('opaque')
  await vi.advanceTimersByTimeAsync(DAY)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(validations()).toBe(0)
})

test('concurrent validations share one request: success keeps the session with its newer token', async () => {
  server.answers['/api/validate'] = signIn('t2')
  const { checkSession, session, validations } = await playing('t1')
  expect(await Promise.all([checkSession(), checkSession()])).toEqual([true, true])
  expect(validations()).toBe(1)
  expect(session.value).toMatchObject({ token: 't2' })
})

test('a refusal ends the session', async () => {
  server.answers['/api/validate'] = { status: 403 }
  const { checkSession, session } = await playing('t1')
  expect(await checkSession()).toBe(true)
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'unauthorized' } })
})

test.each(['down', { status: 500 }, { status: 429 }] as const)(
  'an inconclusive answer (%j) ends nothing',
  async (answer) => {
    server.answers['/api/validate'] = answer
    const { checkSession, session } = await playing('t1')
    expect(await checkSession()).toBe(false)
    expect(session.value).toMatchObject({ status: 'player', token: 't1' })
  },
)

test('an answer after the end of the session changes nothing', async () => {
  let answer = (_: object) => {}
  server.answers['/api/validate'] = () => new Promise((done) => (answer = done))
  server.answers['/api/player/logout'] = 'down'
  const { checkSession, logout, session, storedToken } = await playing('t1')
  const checked = checkSession()
  await vi.advanceTimersByTimeAsync(0)
  await logout()
  answer(signIn('t2'))
  expect(await checked).toBe(true)
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'logout' } })
  expect(storedToken()).toBeUndefined()
})

const back = (persisted: boolean) => {
  const event = new Event('pageshow')
  Object.assign(event, { persisted })
  window.dispatchEvent(event)
}

test('a page from the back-forward cache is blank until the session is validated', async () => {
  const { session, onSessionEnd } = await playing('t1')
  const forget = vi.fn()
  onSessionEnd(forget)
  // The player logged out on a later page.
  sessionStorage.clear()
  back(true)
  expect(session.value.status).toBe('unknown')
  expect(forget).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.value.status).toBe('guest')
})

test('a valid player continues; a page that only becomes visible sends nothing', async () => {
  server.answers['/api/validate'] = signIn('t2')
  const { session, validations } = await playing('t1')
  back(false)
  expect(session.value.status).toBe('player')
  back(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(validations()).toBe(1)
  expect(session.value).toMatchObject({ status: 'player', token: 't2' })
})

test('a token stored by another tab during the request is adopted, not overwritten', async () => {
  const { checkSession, session } = await playing('t1', true)
  server.answers['/api/validate'] = () => {
    leaveStored(localStorage, { token: 'theirs', player: '8\nada' })
    return signIn('t2')
  }
  await checkSession()
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'replaced' } })
  expect(localStorage.getItem('reelcast.token')).toBe('theirs')
})

const tokenOf = (claims: unknown) => `h.${btoa(JSON.stringify(claims))}.s`

test('base64url is decoded too', () => {
  const body = btoa(JSON.stringify({ iat: 0, exp: 100, name: '???>>>' }))
  expect(renewalDelay(`h.${body.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`)).toBe(
    80_000,
  )
})

test.each([tokenOf({ exp: 5 }), tokenOf({ iat: 5, exp: 5 }), tokenOf({ iat: 'x', exp: 9 })])(
  '%s is never renewed by a timer',
  (token) => {
    expect(renewalDelay(token)).toBeUndefined()
  },
)
