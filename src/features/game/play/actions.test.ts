import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import { failed } from '../../../contract/result.ts'
import { drainNotices } from '../../../core/notices/queue.ts'
import { session, setSignedIn, setSignedOut, updateToken } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { balance, clearBalance } from '../../wallet/state.ts'
import { picture, video } from '../video/state.ts'
import { cashOut, leave, load, spin } from './actions.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from './game-visit.fake.ts'
import { exit, game, link, pending, spinBlock, stake } from './state.ts'

const checked = vi.hoisted(() => ({ session: vi.fn(async () => true) }))
vi.mock('../../../core/session/actions.ts', async (original) => ({
  ...(await original<object>()),
  checkSession: checked.session,
}))

let visit: ReturnType<typeof fakeGameVisit>

beforeEach(() => {
  clearBalance()
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
  visit = fakeGameVisit()
})
afterEach(() => visit.leavePage())

const SPINNING = { ...IDLE, seq: 2, phase: 'spinning', credit: 9500 } as const

test('socket and offer are opened in parallel, before any answer', () => {
  expect(visit.calls.sort()).toEqual(['connect', 'prepare'])
  expect(visit.token()).toBe('secret')
  expect(link.value).toBe('opening')
})

test.each([
  ['the address of the platform', {}, ['connect', `offer to ${window.location.origin}/whep/7`]],
  [
    'no address, where the operator names another',
    { videoUrl: 'https://v.example/{id}' },
    ['connect', 'prepare'],
  ],
  ['no address, where the picture is relayed only', { iceTransportPolicy: 'relay' }, ['connect', 'prepare']],
])('while the player joins, the offer is sent to %s', async (_, given, calls) => {
  visit.leavePage()
  const current = session.peek()
  if (current.status === 'player') setSignedIn('secret', { ...current.user, earlyVideoUrl: '/whep/{id}' })
  await setSettings(given)
  visit = fakeGameVisit()
  expect(visit.calls.sort()).toEqual(calls)
  await setSettings()
  vi.unstubAllGlobals()
})

test('after connecting it sends init, and the answer opens the video', async () => {
  await visit.setChannelState('up')
  expect(visit.lastRequest()).toMatchObject({ name: 'init', payload: { machineID: '7', token: 'secret' } })
  await visit.lastRequest().ok(INIT_ACK)
  expect(link.value).toBe('up')
  expect(balance.value).toBe(50_000)
  expect(visit.plays).toEqual([{ url: `${window.location.origin}/whep/7`, iceServers: [] }])
})

test('a renewed token is sent on the open socket until the visit ends', async () => {
  await visit.connect()
  updateToken('newer')
  expect(visit.renewed).toEqual(['newer'])
  visit.leavePage()
  updateToken('newest')
  expect(visit.renewed).toEqual(['newer'])
})

test('several pushed video sources open the video at most once a second, with the last one', async () => {
  vi.useFakeTimers()
  await visit.connect()
  const before = visit.plays.length
  for (const url of ['/a', '/b', '/c']) visit.push.video?.({ type: 'screen', url, iceServers: [] })
  expect(visit.plays).toHaveLength(before)
  vi.advanceTimersByTime(1000)
  expect(visit.plays).toHaveLength(before + 1)
  expect(visit.plays.at(-1)?.url).toBe(`${window.location.origin}/c`)
  vi.useRealTimers()
})

test.each([
  ['offering', undefined, 'opening'],
  ['playing', 0, 'live'],
  ['stalled', 1500, 'lost'],
  ['waiting', 9000, 'lost'],
  ['failed', 300, 'failed'],
] as const)('a video frame that is %s at %j ms is %s', async (state, age, shown) => {
  await visit.connect()
  visit.setPicture(state, age)
  expect(picture.value).toBe(shown)
})

test('a spin stakes the shown amount, once, with its own request id', async () => {
  await visit.connect()
  const answer = spin()
  // In the same tick, before any network, a second tap finds it taken.
  expect(pending.value).toBe('spin')
  expect(await spin()).toBeUndefined()
  expect(visit.requests.filter((one) => one.name === 'spin')).toHaveLength(1)
  expect(visit.lastRequest().payload).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    stake: 500,
  })
  await visit.lastRequest().ok({ game: SPINNING })
  expect(await answer).toMatchObject({ ok: true })
  expect(pending.value).toBeUndefined()
  expect(spinBlock.value).toBe('spinning')
  visit.push.game?.({ ...IDLE, seq: 3, credit: 12_000, win: 2500 })
  expect(game.value?.credit).toBe(12_000)
  void spin()
  const [first, second] = visit.requests.filter((one) => one.name === 'spin')
  expect(second?.payload.requestId).not.toBe(first?.payload.requestId)
})

test.each([
  ['the picture is old', () => visit.setPicture('playing', 1600)],
  ['the line is down', () => visit.setChannelState('down')],
  ['the reels turn', async () => visit.push.game?.(SPINNING)],
])('no spin and no load is sent while %s', async (_why, happen) => {
  await visit.connect()
  await happen()
  const before = visit.requests.length
  expect(await spin()).toBeUndefined()
  expect(await load(100)).toBeUndefined()
  expect(visit.requests).toHaveLength(before)
})

test('a lost command is not sent again: the state is fetched and shown', async () => {
  await visit.connect()
  void spin()
  await visit.lastRequest().lose()
  expect(pending.value).toBe('sync')
  expect(visit.lastRequest().name).toBe('init')
  expect(await spin()).toBeUndefined()
  await visit.lastRequest().ok({ ...INIT_ACK, game: { ...IDLE, seq: 9, credit: 9500 } })
  expect(pending.value).toBeUndefined()
  expect(game.value?.credit).toBe(9500)
  expect(visit.requests.filter((one) => one.name === 'spin')).toHaveLength(1)
})

test('a disconnect during a spin queues nothing; the next init has the result', async () => {
  await visit.connect()
  void load(2500)
  const lost = visit.lastRequest()
  await visit.setChannelState('down')
  await lost.lose()
  expect(pending.value).toBe('sync')
  expect(visit.requests.at(-1)).toBe(lost)
  await visit.setChannelState('up')
  expect(visit.lastRequest().name).toBe('init')
  await visit.lastRequest().ok({ ...INIT_ACK, balance: 47_500, seq: 2, game: { ...IDLE, credit: 12_500 } })
  expect(balance.value).toBe(47_500)
  expect(game.value?.credit).toBe(12_500)
  expect(spinBlock.value).toBeUndefined()
  expect(visit.plays).toHaveLength(1)
})

test('load and cash-out update wallet and credit together', async () => {
  await visit.connect()
  void load(2500)
  expect(visit.lastRequest()).toMatchObject({ name: 'load', payload: { amount: 2500 } })
  await visit.lastRequest().ok({ balance: 47_500, seq: 2, game: { ...IDLE, seq: 2, credit: 12_500 } })
  expect([balance.value, game.value?.credit]).toEqual([47_500, 12_500])
  const receipt = cashOut()
  expect(await cashOut()).toBeUndefined()
  await visit
    .lastRequest()
    .ok({ balance: 60_000, seq: 3, amount: 12_500, game: { ...IDLE, seq: 3, credit: 0 } })
  expect(await receipt).toMatchObject({ ok: true, value: { amount: 12_500 } })
  expect(balance.value).toBe(60_000)
  expect(await cashOut()).toBeUndefined()
})

test('of two init requests the newer counts', async () => {
  await visit.setChannelState('up')
  const first = visit.lastRequest()
  await visit.setChannelState('down')
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, game: { ...IDLE, credit: 1 } })
  await first.ok(INIT_ACK)
  expect(game.value?.credit).toBe(1)
})

test.each([
  ['joined', async () => {}],
  [
    'joined again',
    async () => {
      await visit.connect()
      await visit.setChannelState('down')
    },
  ],
])('a state pushed while it is %s is not overwritten by the answer', async (_how, before) => {
  await before()
  await visit.setChannelState('up')
  visit.push.game?.({ ...IDLE, seq: 3, credit: 12_000 })
  await visit.lastRequest().ok({ ...INIT_ACK, game: SPINNING })
  expect(game.value).toMatchObject({ seq: 3, phase: 'idle', credit: 12_000 })
  // The next answer is believed again, also when the machine counts anew.
  await visit.setChannelState('down')
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, game: { ...IDLE, seq: 1, credit: 500 } })
  expect(game.value).toMatchObject({ seq: 1, credit: 500 })
})

test('an empty wallet may join by default', async () => {
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, balance: 0, game: { ...IDLE, credit: 0 } })
  expect([exit.value, link.value]).toEqual([undefined, 'up'])
})

describe('zeroBalancePlay: false', () => {
  beforeEach(() => setSettings({ zeroBalancePlay: false }))
  afterEach(() => setSettings({}))
  const EMPTY = { ...IDLE, credit: 0 }
  const open = async (over: object) => {
    await visit.setChannelState('up')
    await visit.lastRequest().ok({ ...INIT_ACK, balance: 0, game: EMPTY, ...over })
  }

  const FOREIGN = { ...EMPTY, credit: 500, cabinet: { status: 'ready', foreignCredit: 500 } }
  test.each([
    ['nothing', {}],
    ["another's credit", { game: FOREIGN }],
  ])(
    'a direct link to a machine with %s on it leads an empty wallet back, with the reason',
    async (_, over) => {
      await open(over)
      expect(exit.value).toMatchObject({ kind: 'refused', failure: { code: Code.balanceTooLow } })
      expect(link.value).toBe('opening')
    },
  )

  test.each<[string, object]>([
    ['a balance', { balance: 1 }],
    ['credit', { game: { ...EMPTY, credit: 1 } }],
    ['free spins', { game: { ...EMPTY, freeSpins: 1 } }],
    ['a spin under way', { game: { ...EMPTY, phase: 'spinning' } }],
    [
      'a load that the cabinet has not confirmed',
      { game: { ...EMPTY, cabinet: { status: 'ready', transfer: { direction: 'load', amount: 700 } } } },
    ],
    ['a win that an attendant pays', { game: { ...EMPTY, cabinet: { status: 'hand-pay', handPay: 700 } } }],
  ])('admits a player with %s', async (_, over) => {
    await open(over)
    expect([exit.value, link.value]).toEqual([undefined, 'up'])
  })

  test('does not end a running visit that used up the wallet', async () => {
    await open({ balance: 1 })
    await visit.setChannelState('down')
    await open({})
    expect([exit.value, link.value]).toEqual([undefined, 'up'])
  })
})

test('a refused token ends the session with its reason', async () => {
  await visit.setChannelState('refused', failed('auth', { code: Code.banned }).error)
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'message', code: Code.banned } })
})

test('an init refused for its token ends the session too', async () => {
  await visit.setChannelState('up')
  await visit.lastRequest().answer(failed('auth', { code: Code.tokenExpired }))
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
})

test('a token refused by the video server is validated by the platform, and ends nothing', async () => {
  await visit.connect()
  visit.failVideo(403)
  expect(checked.session).not.toHaveBeenCalled()
  visit.failVideo(401)
  expect(checked.session).toHaveBeenCalledOnce()
  expect(session.value.status).toBe('player')
  expect(exit.value).toBeUndefined()
})

test("the video's own token is sent to its address, and init requests a new one when it has expired", async () => {
  vi.useFakeTimers()
  await visit.connect()
  expect(visit.videoToken()).toBe(visit.token())
  const video = (token: string) => ({
    video: { type: 'screen' as const, url: 'https://sfu.example/whep/7', token, iceServers: [] },
  })
  visit = fakeGameVisit()
  await visit.connect(video('first'))
  expect(visit.videoToken()).toBe('first')
  const opened = visit.plays.length

  checked.session.mockClear()
  visit.failVideo(401)
  expect(visit.lastRequest().name).toBe('init')
  expect(checked.session).not.toHaveBeenCalled()
  await visit.lastRequest().ok({ ...INIT_ACK, ...video('second') })
  expect(visit.videoToken()).toBe('second')
  await vi.advanceTimersByTimeAsync(1000)
  expect(visit.plays).toHaveLength(opened + 1)

  // A server that refuses new tokens too is not asked again at once.
  const requests = visit.requests.length
  visit.failVideo(401)
  expect(visit.requests).toHaveLength(requests)
  await vi.advanceTimersByTimeAsync(10_000)
  visit.failVideo(401)
  expect(visit.requests).toHaveLength(requests + 1)
})

test('a token that comes with an init of a playing picture is used from then on, and reopens nothing', async () => {
  const video = { type: 'screen' as const, url: 'https://sfu.example/whep/7', iceServers: [] }
  await visit.connect({ video: { ...video, token: 'first' } })
  const opened = visit.plays.length
  await visit.setChannelState('down')
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, video: { ...video, token: 'second' } })
  expect(visit.plays).toHaveLength(opened)
  expect(visit.videoToken()).toBe('second')
})

test('a visit ended by the machine is cashed out; one taken over by another page is not', async () => {
  await visit.connect()
  visit.push.info?.({ code: Code.infoTerminating, params: {}, message: '', action: 'leave' })
  expect(visit.lastRequest().name).toBe('cashout')
  expect(exit.value?.kind).toBe('message')
  expect(session.value.status).toBe('player')
  visit = fakeGameVisit()
  await visit.connect()
  visit.push.info?.({ code: Code.takenOver, params: {}, message: '', action: 'leave' })
  expect(visit.lastRequest().name).toBe('init')
})

test.each([
  ['is said', 'a renewal of the token', () => updateToken('renewed'), 60_000],
  ['is not said', 'the end of the login', () => setSignedOut(), undefined],
] as const)('what the machine has cashed out at the end %s after %s', async (_, __, happens, wallet) => {
  await visit.connect()
  visit.push.info?.({ code: Code.infoTerminating, params: {}, message: '', action: 'leave' })
  const cashout = visit.lastRequest()
  drainNotices()
  happens()
  await cashout.ok({ balance: 60_000, seq: 99, amount: 10_000 })
  expect(balance.value).toBe(wallet)
  const texts = drainNotices().map((notice) => notice.type === 'message' && notice.info.message)
  expect(texts).toEqual(wallet ? [expect.stringContaining('100,00')] : [])
})

test('a dismissed page does not reconnect', async () => {
  await visit.connect()
  visit.push.info?.({ code: Code.takenOver, params: {}, message: '', action: 'leave' })
  const before = visit.requests.length
  await visit.setChannelState('down')
  await visit.setChannelState('up')
  await visit.setChannelState('up')
  expect(visit.requests).toHaveLength(before)
})

test('each visit has its own id, which survives a reconnect', async () => {
  await visit.connect()
  await visit.setChannelState('down')
  await visit.setChannelState('up')
  const [first, again] = visit.requests.map(({ payload }) => payload.page)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  visit.leavePage()
  visit = fakeGameVisit()
  await visit.setChannelState('up')
  expect(visit.lastRequest().payload.page).not.toBe(first)
})

test('only successful commands report activity, which closes a warning', async () => {
  await visit.connect()
  drainNotices()
  const refusedSpin = spin()
  await visit.lastRequest().refuse(Code.machineBusy)
  await refusedSpin
  expect(drainNotices()).toEqual([])
  const played = spin()
  await visit.lastRequest().ok({ game: SPINNING })
  await played
  expect(drainNotices()).toEqual([{ type: 'commandSucceeded' }])
})

test('a message with the logout action ends the session with its reason', async () => {
  await visit.connect()
  visit.push.info?.({ code: Code.sessionTerminated, params: {}, message: 'bye', action: 'logout' })
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'message', message: 'bye' } })
})

test('a pushed balance applies', async () => {
  await visit.connect()
  visit.push.balance?.({ balance: 77, seq: 9 })
  expect(balance.value).toBe(77)
})

test('a connection lost for three minutes is given up, one that returns is not', async () => {
  vi.useFakeTimers()
  try {
    await visit.connect()
    await visit.setChannelState('down')
    vi.advanceTimersByTime(170_000)
    const again = visit.setChannelState('up')
    await vi.advanceTimersByTimeAsync(0)
    await again
    await visit.lastRequest().ok(INIT_ACK)
    vi.advanceTimersByTime(600_000)
    expect(exit.value).toBeUndefined()
    const gone = visit.setChannelState('down')
    await vi.advanceTimersByTimeAsync(0)
    await gone
    vi.advanceTimersByTime(180_000)
    expect(exit.value).toMatchObject({ kind: 'refused', failure: { category: 'network' } })
  } finally {
    vi.useRealTimers()
  }
})

test('a connection that never opened is given up too', () => {
  vi.useFakeTimers()
  try {
    const late = fakeGameVisit('9')
    vi.advanceTimersByTime(180_000)
    expect(exit.value).toMatchObject({ kind: 'refused', failure: { category: 'network' } })
    late.leavePage()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('leaving closes socket and video once, and later answers are ignored', async () => {
  await visit.connect()
  void spin()
  leave()
  expect(exit.value).toEqual({ kind: 'left' })
  visit.leavePage()
  visit.leavePage()
  expect(visit.closed).toEqual({ channel: 1, whep: 1 })
  const before = game.value
  await visit.lastRequest().ok({ game: SPINNING })
  expect(game.value).toBe(before)
})

test('joining another machine leaves the previous one, with a fresh state', async () => {
  await visit.connect()
  const next = fakeGameVisit('8')
  expect(visit.closed).toEqual({ channel: 1, whep: 1 })
  visit.leavePage()
  expect(next.closed).toEqual({ channel: 0, whep: 0 })
  expect([game.value, stake.value, video.value, link.value]).toEqual([
    undefined,
    undefined,
    undefined,
    'opening',
  ])
  next.leavePage()
})
