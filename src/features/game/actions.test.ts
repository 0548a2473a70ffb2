import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../contract/codes.ts'
import { failed } from '../../contract/result.ts'
import { drainNotices } from '../../core/notices/queue.ts'
import { session, signedIn } from '../../core/session/state.ts'
import { balance, clearBalance } from '../wallet/state.ts'
import { cashOut, leave, load, spin } from './actions.ts'
import { fakeGameSession, IDLE, SEATED } from './game-session.fake.ts'
import { exit, game, link, pending, picture, spinBlock, stake, video } from './state.ts'

const checked = vi.hoisted(() => ({ session: vi.fn(async () => true) }))
vi.mock('../../core/session/actions.ts', async (original) => ({
  ...(await original<object>()),
  checkSession: checked.session,
}))

let visit: ReturnType<typeof fakeGameSession>

beforeEach(() => {
  clearBalance()
  sessionStorage.setItem('reelcast.token', 'secret')
  signedIn('secret', {
    id: '1',
    username: 'demo',
    name: '',
    lastname: '',
    roles: ['user'],
    permissions: undefined,
  })
  visit = fakeGameSession()
})
afterEach(() => visit.leavePage())

const SPINNING = { ...IDLE, seq: 2, phase: 'spinning', credit: 9500 } as const

test('line and offer are opened side by side, before anything is known', () => {
  expect(visit.order.sort()).toEqual(['connect', 'prepare'])
  expect(visit.token()).toBe('secret')
  expect(link.value).toBe('opening')
})

test('once connected it sits down, and the answer opens the picture', async () => {
  await visit.become('up')
  expect(visit.last()).toMatchObject({ name: 'init', payload: { machineID: '7', token: 'secret' } })
  await visit.last().ok(SEATED)
  expect(link.value).toBe('up')
  expect(balance.value).toBe(50_000)
  expect(visit.plays).toEqual([{ url: `${window.location.origin}/whep/7`, iceServers: [] }])
})

test.each([
  ['offering', undefined, 'opening'],
  ['playing', 0, 'live'],
  ['stalled', 1500, 'lost'],
  ['waiting', 9000, 'lost'],
  ['failed', 300, 'failed'],
] as const)('a picture that is %s at %j ms is %s', async (state, age, shown) => {
  await visit.sit()
  visit.picture(state, age)
  expect(picture.value).toBe(shown)
})

test('a spin stakes what is shown, once, under a name of its own', async () => {
  await visit.sit()
  const answer = spin()
  // In the same tick, before any network, a second tap finds it taken.
  expect(pending.value).toBe('spin')
  expect(await spin()).toBeUndefined()
  expect(visit.asked.filter((one) => one.name === 'spin')).toHaveLength(1)
  expect(visit.last().payload).toEqual({ requestId: expect.stringMatching(/^[0-9a-f]{32}$/), stake: 500 })
  await visit.last().ok({ game: SPINNING })
  expect(await answer).toMatchObject({ ok: true })
  expect(pending.value).toBeUndefined()
  expect(spinBlock.value).toBe('spinning')
  visit.push.game?.({ ...IDLE, seq: 3, credit: 12_000, win: 2500 })
  expect(game.value?.credit).toBe(12_000)
  void spin()
  const [first, second] = visit.asked.filter((one) => one.name === 'spin')
  expect(second?.payload.requestId).not.toBe(first?.payload.requestId)
})

test('the outcome that comes before the answer stands', async () => {
  await visit.sit()
  void spin()
  visit.push.game?.({ ...IDLE, seq: 3, credit: 12_000 })
  await visit.last().ok({ game: SPINNING })
  expect(game.value).toMatchObject({ seq: 3, credit: 12_000 })
})

test('a free spin is played at the machine’s stake', async () => {
  await visit.sit({ game: { ...IDLE, credit: 0, stake: 1000, freeSpins: 2 } })
  void spin()
  expect(visit.last().payload.stake).toBe(1000)
})

test.each([
  ['the picture is old', () => visit.picture('playing', 1600)],
  ['the line is down', () => visit.become('down')],
  ['the reels turn', async () => visit.push.game?.(SPINNING)],
])('no spin and no load is sent while %s', async (_why, happen) => {
  await visit.sit()
  await happen()
  const before = visit.asked.length
  expect(await spin()).toBeUndefined()
  expect(await load(100)).toBeUndefined()
  expect(visit.asked).toHaveLength(before)
})

test('a refusal comes back as it is, and the machine can be used again', async () => {
  await visit.sit()
  const answer = spin()
  await visit.last().refuse(Code.machineBusy)
  expect(await answer).toMatchObject({ ok: false, error: { code: Code.machineBusy } })
  expect(pending.value).toBeUndefined()
  expect(spinBlock.value).toBeUndefined()
})

test('a lost answer is not sent again: the true state is asked for and shown', async () => {
  await visit.sit()
  void spin()
  await visit.last().lose()
  expect(pending.value).toBe('sync')
  expect(visit.last().name).toBe('init')
  expect(await spin()).toBeUndefined()
  await visit.last().ok({ ...SEATED, game: { ...IDLE, seq: 9, credit: 9500 } })
  expect(pending.value).toBeUndefined()
  expect(game.value?.credit).toBe(9500)
  expect(visit.asked.filter((one) => one.name === 'spin')).toHaveLength(1)
})

test('a line that drops in the middle: nothing is queued, the next init tells how it went', async () => {
  await visit.sit()
  void load(2500)
  const lost = visit.last()
  await visit.become('down')
  await lost.lose()
  expect(pending.value).toBe('sync')
  expect(visit.asked.at(-1)).toBe(lost)
  await visit.become('up')
  expect(visit.last().name).toBe('init')
  await visit.last().ok({ ...SEATED, balance: 47_500, seq: 2, game: { ...IDLE, credit: 12_500 } })
  expect(balance.value).toBe(47_500)
  expect(game.value?.credit).toBe(12_500)
  expect(spinBlock.value).toBeUndefined()
  expect(visit.plays).toHaveLength(1)
})

test('load and cash-out move wallet and credit together', async () => {
  await visit.sit()
  void load(2500)
  expect(visit.last()).toMatchObject({ name: 'load', payload: { amount: 2500 } })
  await visit.last().ok({ balance: 47_500, seq: 2, game: { ...IDLE, seq: 2, credit: 12_500 } })
  expect([balance.value, game.value?.credit]).toEqual([47_500, 12_500])
  const receipt = cashOut()
  expect(await cashOut()).toBeUndefined()
  await visit.last().ok({ balance: 60_000, seq: 3, amount: 12_500, game: { ...IDLE, seq: 3, credit: 0 } })
  expect(await receipt).toMatchObject({ ok: true, value: { amount: 12_500 } })
  expect(balance.value).toBe(60_000)
  expect(await cashOut()).toBeUndefined()
})

test('a frozen picture keeps nobody’s money', async () => {
  await visit.sit()
  visit.picture('failed', 9000)
  void cashOut()
  expect(visit.last().name).toBe('cashout')
})

test('an init that gets no answer is asked again while connected', async () => {
  await visit.become('up')
  await visit.last().lose()
  expect(visit.asked.map((one) => one.name)).toEqual(['init', 'init'])
  await visit.last().ok(SEATED)
  expect(link.value).toBe('up')
})

test('of two inits under way the newer one counts', async () => {
  await visit.become('up')
  const first = visit.last()
  await visit.become('down')
  await visit.become('up')
  await visit.last().ok({ ...SEATED, game: { ...IDLE, credit: 1 } })
  await first.ok(SEATED)
  expect(game.value?.credit).toBe(1)
})

test.each([
  ['joined', async () => {}],
  [
    'joined again',
    async () => {
      await visit.sit()
      await visit.become('down')
    },
  ],
])('what the machine tells while it is %s stands against an answer that knows less', async (_how, before) => {
  await before()
  await visit.become('up')
  visit.push.game?.({ ...IDLE, seq: 3, credit: 12_000 })
  await visit.last().ok({ ...SEATED, game: SPINNING })
  expect(game.value).toMatchObject({ seq: 3, phase: 'idle', credit: 12_000 })
  // The next answer is believed again, also when the machine counts anew.
  await visit.become('down')
  await visit.become('up')
  await visit.last().ok({ ...SEATED, game: { ...IDLE, seq: 1, credit: 500 } })
  expect(game.value).toMatchObject({ seq: 1, credit: 500 })
})

test('a machine that refuses is left with its reason', async () => {
  await visit.become('up')
  await visit.last().refuse(Code.machineTaken)
  expect(exit.value).toMatchObject({ kind: 'refused', failure: { code: Code.machineTaken } })
  expect(session.value.status).toBe('player')
})

test.each([
  [60000, { kind: 'expired' }],
  [10, { kind: 'unauthorized' }],
  [10703, { kind: 'told', code: 10703 }],
  [10704, { kind: 'told', code: 10704 }],
])('a token that is not accepted (%i) ends the session with the right words', async (code, end) => {
  const refusal = failed('auth', { code })
  await visit.become('refused', refusal.ok ? undefined : refusal.error)
  expect(session.value).toMatchObject({ status: 'guest', end })
})

test('so does an init that is refused for its token', async () => {
  await visit.become('up')
  await visit.last().answer(failed('auth', { code: Code.tokenExpired }))
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
})

test('a video server that does not take the token ends nothing: the platform is asked', async () => {
  await visit.sit()
  visit.refusePicture(403)
  expect(checked.session).not.toHaveBeenCalled()
  visit.refusePicture(401)
  expect(checked.session).toHaveBeenCalledOnce()
  expect(session.value.status).toBe('player')
  expect(exit.value).toBeUndefined()
})

test('a machine that ends the visit is asked to pay out; a newer page of the player is left alone', async () => {
  await visit.sit()
  visit.push.info?.({ code: Code.infoTerminating, params: {}, message: '', action: 'leave' })
  expect(visit.last().name).toBe('cashout')
  expect(exit.value?.kind).toBe('told')
  expect(session.value.status).toBe('player')
  visit = fakeGameSession()
  await visit.sit()
  visit.push.info?.({ code: Code.takenOver, params: {}, message: '', action: 'leave' })
  expect(visit.last().name).toBe('init')
})

test('an operator who removes the player gets no cash-out: what is on the machine stays there', async () => {
  await visit.sit()
  visit.push.quit?.({ message: 'Oyundan çıkarıldınız' })
  expect(exit.value).toEqual({ kind: 'quit' })
  expect(visit.last().name).toBe('init')
})

test('a page that was sent away does not come back by itself', async () => {
  await visit.sit()
  visit.push.info?.({ code: Code.takenOver, params: {}, message: '', action: 'leave' })
  const before = visit.asked.length
  await visit.become('down')
  await visit.become('up')
  await visit.become('up')
  expect(visit.asked).toHaveLength(before)
})

test('each visit has a name of its own, which stays when it comes back', async () => {
  await visit.sit()
  await visit.become('down')
  await visit.become('up')
  const [first, again] = visit.asked.map(({ payload }) => payload.page)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  visit.leavePage()
  visit = fakeGameSession()
  await visit.become('up')
  expect(visit.last().payload.page).not.toBe(first)
})

test('who comes back to a machine in a bonus finds it as it was left, credit included', async () => {
  const left = { ...IDLE, seq: 41, credit: 7300, stake: 1000, freeSpins: 6, bonusWin: 2450 }
  await visit.sit({ game: left })
  visit.leavePage()
  visit = fakeGameSession()
  expect(game.value).toBeUndefined()
  await visit.sit({ game: left })
  expect(game.value).toEqual(left)
  expect([spinBlock.value, stake.value]).toEqual([undefined, 1000])
  void spin()
  expect(visit.last()).toMatchObject({ name: 'spin', payload: { stake: 1000 } })
})

test.each([
  ['load', () => load(100)],
  ['spin', () => spin()],
  ['cash-out', () => cashOut()],
])('a %s while the line is down fails at once, and is not sent when it is back', async (_what, command) => {
  await visit.sit()
  await visit.become('down')
  const before = visit.asked.length
  expect(await command()).toBeUndefined()
  expect(visit.asked).toHaveLength(before)
  await visit.become('up')
  await visit.last().ok(SEATED)
  expect(visit.asked.slice(before).map(({ name }) => name)).toEqual(['init'])
})

test('what worked is told, so that a warning may go; what did not is not', async () => {
  await visit.sit()
  drainNotices()
  const refusedSpin = spin()
  await visit.last().refuse(Code.machineBusy)
  await refusedSpin
  expect(drainNotices()).toEqual([])
  const played = spin()
  await visit.last().ok({ game: SPINNING })
  await played
  expect(drainNotices()).toEqual([{ type: 'commandSucceeded' }])
})

test('a message that logs out ends the session with its reason', async () => {
  await visit.sit()
  visit.push.info?.({ code: Code.sessionTerminated, params: {}, message: 'bye', action: 'logout' })
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'told', message: 'bye' } })
})

test('pushes reach their place', async () => {
  await visit.sit()
  visit.push.balance?.({ balance: 77, seq: 9 })
  expect(balance.value).toBe(77)
  visit.push.video?.({
    type: 'screen',
    url: '/whep/8',
    iceServers: [{ urls: 'turn:t', username: 'u', credential: 'c' }],
  })
  expect(video.value?.url).toBe('/whep/8')
  expect(visit.plays.at(-1)).toEqual({
    url: `${window.location.origin}/whep/8`,
    iceServers: [{ urls: 'turn:t', username: 'u', credential: 'c' }],
  })
})

test('a line that stays away for three minutes is given up, one that comes back is not', async () => {
  vi.useFakeTimers()
  try {
    await visit.sit()
    await visit.become('down')
    vi.advanceTimersByTime(170_000)
    const again = visit.become('up')
    await vi.advanceTimersByTimeAsync(0)
    await again
    await visit.last().ok(SEATED)
    vi.advanceTimersByTime(600_000)
    expect(exit.value).toBeUndefined()
    const gone = visit.become('down')
    await vi.advanceTimersByTimeAsync(0)
    await gone
    vi.advanceTimersByTime(180_000)
    expect(exit.value).toMatchObject({ kind: 'refused', failure: { category: 'network' } })
  } finally {
    vi.useRealTimers()
  }
})

test('so is one that never came', () => {
  vi.useFakeTimers()
  try {
    const late = fakeGameSession('9')
    vi.advanceTimersByTime(180_000)
    expect(exit.value).toMatchObject({ kind: 'refused', failure: { category: 'network' } })
    late.leavePage()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('leaving closes line and picture once, and an answer that comes later changes nothing', async () => {
  await visit.sit()
  void spin()
  leave()
  expect(exit.value).toEqual({ kind: 'left' })
  visit.leavePage()
  visit.leavePage()
  expect(visit.closed).toEqual({ channel: 1, whep: 1 })
  const before = game.value
  await visit.last().ok({ game: SPINNING })
  expect(game.value).toBe(before)
})

test('joining another machine leaves the one before, and starts from nothing', async () => {
  await visit.sit()
  const next = fakeGameSession('8')
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
