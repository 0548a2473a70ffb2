import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session, setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { closePhoneLogin, openPhoneLogin } from './actions.ts'
import { phoneLogin } from './state.ts'

const CONFIRMED = { state: 'confirmed', login: { token: 'token', id: '7', username: 'deniz' } }
const CODE = { code: 'ABCDEFGH', secret: 's'.repeat(43), seconds: 60 }
let began = 0
/** When each poll was sent, ms after the code was requested. */
const polls: number[] = []
/** Answers the poll with this number, from 1. */
let answerPoll = async (_poll: number): Promise<object> => ({ state: 'waiting' })
/** The `authorization` of each logout that was sent. */
const logouts: (string | null)[] = []
const elapsed = () => Date.now() - began
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  vi.useFakeTimers()
  began = Date.now()
  polls.length = logouts.length = 0
  answerPoll = async () => ({ state: 'waiting' })
  setSignedOut()
  vi.stubGlobal('fetch', async (url: unknown, { headers }: RequestInit) => {
    if (String(url).endsWith('/login/link')) return Response.json(CODE)
    if (String(url).endsWith('/player/logout')) {
      logouts.push(new Headers(headers).get('authorization'))
      return Response.json({})
    }
    polls.push(elapsed())
    return Response.json(await answerPoll(polls.length))
  })
})
afterEach(() => {
  closePhoneLogin()
  setSignedOut()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['Screen 4', 'Screen 4'],
  ['Bar+2', 'Bar+2'],
  [`${'a'.repeat(39)}\u{1f3b0}`, 'a'.repeat(39)],
  ['Hall\0\n1', 'Hall1'],
  ['Hall\u202e\u20661\u2028', 'Hall1'],
])("the screen's name %j is sent as %j", async (name, sent) => {
  const { href } = new URL(`?kiosk=${encodeURI(name)}`, location.href)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: href } as PerformanceEntry])
  const screens: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    screens.push(JSON.parse(String(body)).screen)
    return Response.json(CODE)
  })
  await openPhoneLogin()
  vi.restoreAllMocks()
  expect(screens).toEqual([sent])
})

test('a login that is confirmed in the last moment of the code is picked up', async () => {
  answerPoll = async () => (elapsed() > 59_500 ? CONFIRMED : { state: 'waiting' })
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(phoneLogin.value).toEqual({ status: 'shown', code: 'ABCDEFGH', left: 1 })
  await vi.advanceTimersByTimeAsync(100)
  expect(phoneLogin.value).toEqual({ status: 'closed' })
  expect(session.value.status).toBe('player')
  expect(polls.at(-1)).toBe(60_000)
})

test('without a decision the code ends after one last poll', async () => {
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(75_000)
  expect(phoneLogin.value).toEqual({ status: 'ended', why: 'over' })
  expect(polls).toHaveLength(30)
  expect(polls.at(-1)).toBe(60_000)
})

test('a slow answer with the login is awaited before the next poll', async () => {
  answerPoll = async (poll) => {
    if (poll > 5) return { state: 'over' }
    if (poll === 5) await wait(3_000)
    return poll === 5 ? CONFIRMED : { state: 'waiting' }
  }
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(phoneLogin.value).toEqual({ status: 'closed' })
  expect(session.value.status).toBe('player')
  expect(polls).toHaveLength(5)
})

test('a login that comes after the dialog was closed ends at the server', async () => {
  answerPoll = async () => {
    await wait(500)
    return CONFIRMED
  }
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(2_200)
  closePhoneLogin()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(session.value.status).toBe('guest')
  expect(logouts).toEqual(['Bearer token'])
  expect(polls).toHaveLength(1)
})

test('a login that comes after another one ends at the server', async () => {
  answerPoll = async () => CONFIRMED
  await openPhoneLogin()
  setSignedIn('password', user)
  await vi.advanceTimersByTimeAsync(2_200)
  expect(session.value).toMatchObject({ status: 'player', token: 'password' })
  expect(logouts).toEqual(['Bearer token'])
})

test('a code that is over early, after a lost poll that may have held the login, is no expired one', async () => {
  answerPoll = async (poll) => {
    if (poll === 1) throw new TypeError('offline')
    return { state: 'over' }
  }
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(phoneLogin.value).toMatchObject({ status: 'failed', failure: { category: 'network' } })
})

test('a lost poll is repeated, a refusal ends the code, and a closed dialog polls no more', async () => {
  answerPoll = async (poll) => {
    if (poll === 1) throw new TypeError('offline')
    return { state: 'refused' }
  }
  await openPhoneLogin()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(phoneLogin.value).toEqual({ status: 'ended', why: 'refused' })
  await openPhoneLogin()
  closePhoneLogin()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(phoneLogin.value).toEqual({ status: 'closed' })
  expect(polls).toHaveLength(2)
})
