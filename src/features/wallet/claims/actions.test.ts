import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLink } from '../../../core/connection/state.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { forgetSession } from '../../../core/session/wipe.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { balance, setBalance } from '../state.ts'
import { claim } from './actions.ts'
import { updateCooldowns } from './cooldowns.ts'
import { blockReasons, claimable, offered, pending, secondsLeft } from './state.ts'

type Answer = { status?: number; body: unknown } | 'down'

/** The server's answer by path. */
let says: Record<string, Answer | Promise<Answer>>
let asked: { path: string; id: string }[]
const GIVEN = { body: { status: true, Params: { amount: 2500 }, code: 20000, ErrorMessage: '' } }
const refusal = (code: number, params = {}, status = 409) => ({
  status,
  body: { status: false, code, ErrorMessage: 'no', params },
})

const DENIZ = { ...user, username: 'deniz' }
const login = (id = '7', username = 'deniz') => {
  localStorage.setItem('reelcast.token', `t${id}`)
  setSignedIn(`t${id}`, { ...DENIZ, id, username })
  setBalance({ balance: 5000 })
  updateCooldowns()
}
const set = async (file: object) => {
  await setSettings(file)
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://here')
    const name = url.pathname.replace('/api/player/', '')
    asked.push({ path: name, id: url.searchParams.get('requestId') ?? '' })
    const answer = await (says[name] ?? { status: 404, body: {} })
    if (answer === 'down') throw new TypeError('no network')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
}
const claims = () => asked.filter(({ path }) => path !== 'balance')
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const later = () => {
  let answer: (answer: Answer) => void = () => {}
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve
  })
  return { promise, answer }
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime(1_800_000_000_000)
  says = { balance: { body: { balance: 5000 } }, discount: GIVEN, bonus: GIVEN }
  asked = []
  await set({})
  setLink('up', 0)
  login()
})
afterEach(() => {
  setSignedOut()
  setLink('off', 0)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the offered claims', () => {
  test('are those that the operator enabled: both, one, none', async () => {
    expect(offered.value).toEqual(['discount', 'bonus'])
    await set({ autoDiscount: false })
    expect(offered.value).toEqual(['bonus'])
    await set({ autoBonus: false })
    expect(offered.value).toEqual(['discount'])
    await set({ autoDiscount: false, autoBonus: false })
    expect(offered.value).toEqual([])
    expect(claimable.value).toBe(false)
  })

  test('are never sent automatically', async () => {
    updateCooldowns()
    await pass(120_000)
    expect(asked).toEqual([])
  })
})

describe('a claim', () => {
  test('is one request with its own id, followed by a fetch of the wallet', async () => {
    says.balance = { body: { balance: 7500 } }
    expect(await claim('discount')).toEqual({ status: 'given', amount: 2500 })
    await pass(0)
    expect(asked.map(({ path }) => path)).toEqual(['discount', 'balance'])
    expect(asked[0]?.id).toMatch(/^[\w-]{8,64}$/)
    expect(balance.value).toBe(7500)
    await claim('bonus')
    expect(claims()[1]?.path).toBe('bonus')
    expect(claims()[1]?.id).not.toBe(claims()[0]?.id)
  })

  test('two taps send one request', async () => {
    const { promise, answer } = later()
    says.discount = promise
    const first = claim('discount')
    expect(pending.discount.value).toBe(true)
    expect(await claim('discount')).toEqual({ status: 'not-sent', reason: 'busy' })
    answer(GIVEN)
    await first
    expect(pending.discount.value).toBe(false)
    expect(claims()).toHaveLength(1)
  })

  test.each(['connecting', 'down', 'off'] as const)(
    'is neither sent nor queued while the connection is %s',
    async (state) => {
      setLink(state, 0)
      expect(await claim('bonus')).toEqual({ status: 'not-sent', reason: 'down' })
      setLink('up', 0)
      await pass(60_000)
      expect(asked).toEqual([])
    },
  )

  test('a refusal may come as an error status, or as a 200 that contains one', async () => {
    says.bonus = refusal(60014, {}, 409)
    expect(await claim('bonus')).toMatchObject({ status: 'refused', failure: { code: 60014, message: 'no' } })
    says.bonus = { body: { status: false, code: 777, ErrorMessage: 'Moon phase wrong' } }
    expect(await claim('bonus')).toMatchObject({
      status: 'refused',
      failure: { code: 777, message: 'Moon phase wrong' },
    })
    expect(secondsLeft.bonus.value).toBe(0)
    const [first, second] = claims()
    expect(second?.id).not.toBe(first?.id)
  })
})

describe('the minimum', () => {
  test('blocks a discount from the exact amount on, and permits it below', async () => {
    setBalance({ balance: 10_000 })
    expect(await claim('discount')).toEqual({ status: 'not-sent', reason: 'tooHigh' })
    setBalance({ balance: 9999 })
    expect(await claim('discount')).toMatchObject({ status: 'given' })
    expect(claims()).toHaveLength(1)
  })

  test("is the operator's amount, and does not apply to a bonus", async () => {
    await set({ minDiscount: '10.000' })
    setBalance({ balance: 999_999 })
    expect(blockReasons.discount.value).toBeUndefined()
    setBalance({ balance: 1_000_000 })
    expect(blockReasons.discount.value).toBe('tooHigh')
    expect(blockReasons.bonus.value).toBeUndefined()
  })
})

describe('the repeat window', () => {
  test('is 30 s from a granted claim, by kind, counted down each second', async () => {
    await claim('discount')
    expect([secondsLeft.discount.value, secondsLeft.bonus.value]).toEqual([30, 0])
    await pass(1000)
    expect(secondsLeft.discount.value).toBe(29)
    expect(await claim('discount')).toEqual({ status: 'not-sent', reason: 'waiting' })
    await pass(28_999)
    expect(secondsLeft.discount.value).toBe(1)
    await pass(1)
    expect(blockReasons.discount.value).toBeUndefined()
    await claim('discount')
    expect(claims()).toHaveLength(2)
  })

  test.each([
    ['params of a refusal', refusal(60011, { seconds: 17 }, 429), 17],
    ['a longer one than ours', refusal(60011, { seconds: 240 }, 429), 240],
    ['a good answer that says no', { body: { status: false, code: 60011, Params: { seconds: 12 } } }, 12],
  ])("is the server's where its answer has one: %s", async (_, answer, seconds) => {
    says.bonus = answer
    expect(await claim('bonus')).toMatchObject({ status: 'refused' })
    expect(secondsLeft.bonus.value).toBe(seconds)
    await pass(seconds * 1000)
    expect(blockReasons.bonus.value).toBeUndefined()
  })

  test('survives a reload', async () => {
    await claim('discount')
    await pass(10_000)
    vi.resetModules()
    const anew = await Promise.all([
      import('../../../core/session/state.ts'),
      import('./cooldowns.ts'),
      import('./state.ts'),
    ])
    const [session, actions, state] = anew
    session.setSignedIn('t7', DENIZ)
    actions.updateCooldowns()
    expect(state.secondsLeft.discount.value).toBe(20)
    session.setSignedOut()
  })

  test('of another tab blocks this tab too, before a request', async () => {
    const value = `${Date.now()} 30000 7`
    localStorage.setItem('reelcast.bonus-at', value)
    window.dispatchEvent(new StorageEvent('storage', { key: 'reelcast.bonus-at', newValue: value }))
    expect(secondsLeft.bonus.value).toBe(30)
    // Before the browser has fired the storage event.
    localStorage.setItem('reelcast.discount-at', value)
    expect(await claim('discount')).toEqual({ status: 'not-sent', reason: 'waiting' })
    expect(asked).toEqual([])
  })

  test('of a login that is not remembered holds in a duplicated tab', async () => {
    sessionStorage.setItem('reelcast.token', 't7')
    sessionStorage.setItem('reelcast.login-id', 'l1')
    await claim('bonus')
    sessionStorage.removeItem('reelcast.bonus-at')
    updateCooldowns()
    expect(secondsLeft.bonus.value).toBe(30)
    // Local storage names no player who is not remembered.
    expect(JSON.stringify(localStorage)).not.toContain('deniz')
    // The duplicate claims the other one.
    const values = { 'reelcast.discount-at': `${Date.now()} 30000 ` }
    localStorage.setItem('reelcast.shared', JSON.stringify({ id: 'l1', values }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'reelcast.shared' }))
    expect(secondsLeft.discount.value).toBe(30)
  })

  test('is at most one window long after the clock is set back', async () => {
    await claim('bonus')
    vi.setSystemTime(Date.now() - 5 * 3_600_000)
    await pass(1000)
    expect(secondsLeft.bonus.value).toBeLessThanOrEqual(30)
    await pass(30_000)
    expect(secondsLeft.bonus.value).toBe(0)
  })

  test("goes by the server's clock, whatever the device's is set to", async () => {
    vi.resetModules()
    const [session, cooldowns, state, clock] = await Promise.all([
      import('../../../core/session/state.ts'),
      import('./cooldowns.ts'),
      import('./state.ts'),
      import('../../../net/server-clock.ts'),
    ])
    clock.readServerDate(new Headers({ date: new Date().toUTCString() }), performance.now())
    session.setSignedIn('t7', DENIZ)
    cooldowns.startCooldown('bonus', 30_000)
    await pass(10_000)
    vi.setSystemTime(Date.now() - 5 * 3_600_000)
    await pass(1000)
    expect(state.secondsLeft.bonus.value).toBe(19)
    session.setSignedOut()
  })

  test('an unreadable stored window does not block', () => {
    for (const value of ['x', '', '1 2', 'NaN NaN 7']) {
      localStorage.setItem('reelcast.bonus-at', value)
      updateCooldowns()
      expect(secondsLeft.bonus.value).toBe(0)
    }
  })
})

describe('a lost answer', () => {
  test.each([
    ['the connection breaks', 'down'],
    ['the server fails', { status: 502, body: '<html>' }],
    ['the answer is unreadable', { body: 'ok' }],
  ] as const)('%s: the claim is not repeated automatically; the balance is fetched', async (_, answer) => {
    says.bonus = answer
    says.balance = { body: { balance: 6000 } }
    expect(await claim('bonus')).toMatchObject({ status: 'lost' })
    expect(balance.value).toBe(6000)
    await pass(120_000)
    expect(claims()).toHaveLength(1)
  })

  test('the button is busy until the balance fetch has ended', async () => {
    const { promise, answer } = later()
    says.bonus = 'down'
    says.balance = promise
    const done = claim('bonus')
    await pass(0)
    expect(pending.bonus.value).toBe(true)
    answer('down')
    expect(await done).toMatchObject({ status: 'lost' })
    expect(pending.bonus.value).toBe(false)
  })

  test('the next tap repeats the request with the same id, and its answer settles the claim', async () => {
    says.bonus = 'down'
    await claim('bonus')
    says.bonus = GIVEN
    await claim('bonus')
    await pass(30_000)
    await claim('bonus')
    const [first, second, third] = claims()
    expect(second?.id).toBe(first?.id)
    expect(third?.id).not.toBe(first?.id)
  })

  test('after the window the next tap is a new claim', async () => {
    says.bonus = 'down'
    await claim('bonus')
    await pass(30_000)
    await claim('bonus')
    const [first, second] = claims()
    expect(second?.id).not.toBe(first?.id)
  })
})

describe('another player', () => {
  test('who logs in during a claim is not affected by its answer', async () => {
    const { promise, answer } = later()
    says.bonus = promise
    const done = claim('bonus')
    setSignedOut()
    login('8')
    answer(GIVEN)
    expect(await done).toBeUndefined()
    expect([pending.bonus.value, secondsLeft.bonus.value]).toEqual([false, 0])
    expect(localStorage.getItem('reelcast.bonus-at')).toBeNull()
  })

  test('on a server without ids does not have the repeat window of the previous one', async () => {
    setSignedOut()
    login('', 'deniz')
    await claim('discount')
    expect(secondsLeft.discount.value).toBeGreaterThan(0)
    setSignedOut()
    login('', 'kaan')
    expect(secondsLeft.discount.value).toBe(0)
    setSignedOut()
    login('', 'deniz')
    expect(secondsLeft.discount.value).toBeGreaterThan(0)
  })

  test('has neither the repeat window nor the pending request of the previous one', async () => {
    await claim('discount')
    says.bonus = 'down'
    await claim('bonus')
    setSignedOut()
    login('8')
    expect([secondsLeft.discount.value, secondsLeft.bonus.value]).toEqual([0, 0])
    await claim('bonus')
    const ids = claims()
      .filter(({ path }) => path === 'bonus')
      .map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  test('finds no stored claim: a logout wipes it', async () => {
    await claim('discount')
    expect(localStorage.getItem('reelcast.discount-at')).not.toBeNull()
    forgetSession('7\ndeniz')
    expect(localStorage.getItem('reelcast.discount-at')).toBeNull()
  })
})
