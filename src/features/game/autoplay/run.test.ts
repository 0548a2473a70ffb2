import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import type { GameState } from '../../../contract/live.ts'
import { failed, type Result } from '../../../contract/result.ts'
import { lockScreen, unlock } from '../../lock/state.ts'
import { startCooldown } from '../play/actions.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import {
  applyGame,
  applyInit,
  autoplayLeft,
  blockPlay,
  credit,
  game,
  moveStake,
  requestExit,
  resetGame,
  setAutoplay,
  setLinkDown,
  setPending,
  spinBlock,
  spinCycle,
  stake,
} from '../play/state.ts'
import { setPicture } from '../video/state.ts'
import { endCelebration } from '../wins/state.ts'
import { type AutoplayPlan, type EndReason, MAX_OLD_VIDEO_MS, runAutoplay } from './run.ts'

const CYCLE = spinCycle.peek()
const ends: EndReason[] = []
/** When each spin started, and why it would have been refused then (nothing may be). */
let starts: { at: number; refusal: string | undefined; left: number | undefined }[] = []
let stop = () => {}
let answer: ((result: Result<unknown>) => void) | undefined
let seq = 1

const settle = () => vi.advanceTimersByTimeAsync(0)
const show = (change: Partial<GameState>) =>
  applyGame({ ...(game.peek() ?? IDLE), win: 0, ...change, seq: ++seq })

/** Stands in for the machine: a spin is asked, and answered by the test. */
function play(): Promise<Result<unknown>> {
  starts.push({ at: Date.now(), refusal: spinBlock.peek(), left: autoplayLeft.peek() })
  setPending('spin')
  startCooldown(spinCycle.peek())
  return new Promise((resolve) => {
    answer = resolve
  })
}
async function take(): Promise<void> {
  const now = game.peek() ?? IDLE
  const costs = now.freeSpins > 0 ? 0 : (stake.peek() ?? 0)
  const freeSpins = Math.max(0, now.freeSpins - 1)
  show({ phase: 'spinning', credit: now.credit - costs, freeSpins })
  setPending(undefined)
  answer?.({ ok: true, value: {} })
  answer = undefined
  await settle()
}
async function stand(win = 0, freeSpins = game.peek()?.freeSpins ?? 0): Promise<void> {
  show({ phase: 'idle', win, credit: (game.peek()?.credit ?? 0) + win, freeSpins })
  await settle()
}
/** One whole spin, up to the start of what comes after it. */
async function spinOnce(win = 0, freeSpins?: number): Promise<void> {
  await take()
  await vi.advanceTimersByTimeAsync(CYCLE)
  await stand(win, freeSpins)
}
function run(plan: Partial<AutoplayPlan> = {}): void {
  stop = runAutoplay({ count: 3, bonus: false, ...plan }, (why) => ends.push(why), play)
}
function sit(): void {
  resetGame()
  applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq } })
  setPicture('live', 0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ends.length = 0
  starts = []
  answer = undefined
  sit()
})
afterEach(async () => {
  stop()
  document.body.replaceChildren()
  blockPlay(false)
  unlock()
  await vi.advanceTimersByTimeAsync(CYCLE)
  vi.useRealTimers()
})

test('plays the chosen number of spins, a cycle apart, and reports the end', async () => {
  run({ count: 3 })
  expect(starts).toHaveLength(1)
  expect(autoplayLeft.value).toBe(2)
  await spinOnce()
  await spinOnce()
  expect(starts).toHaveLength(3)
  expect(ends).toEqual([])
  await spinOnce()
  expect(ends).toEqual(['done'])
  expect(autoplayLeft.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts).toHaveLength(3)
  expect(credit.value).toBe(10_000 - 3 * 500)
})

test.each([
  ['hand-pay', 'machine'],
  ['ready', 'transfer'],
] as const)('a cabinet that is %s ends it: %s', async (status, reason) => {
  run({ count: 3 })
  await take()
  const transfer = status === 'ready' ? ({ direction: 'load', amount: 100 } as const) : undefined
  show({ cabinet: { status, transfer } })
  await settle()
  expect(ends).toEqual([reason])
})

test('credit that somebody puts into the cabinet does not raise the loss limit', async () => {
  run({ count: 10, loss: 1000 })
  await take()
  await vi.advanceTimersByTimeAsync(CYCLE)
  show({ phase: 'idle', credit: 9500 + 5000, cabinet: { status: 'ready', foreignCredit: 5000 } })
  await settle()
  await spinOnce()
  expect([starts.length, ends]).toEqual([2, ['loss']])
})

test('the next spin waits for the end of a celebration', async () => {
  run({ count: 3 })
  const spin = { id: '1', stake: 500, win: 0, free: false, jackpot: 0 }
  await take()
  await vi.advanceTimersByTimeAsync(CYCLE)
  show({ phase: 'idle', win: 5000, spin: { ...spin, win: 5000 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([starts.length, ends]).toEqual([1, []])
  endCelebration()
  await settle()
  expect(starts).toHaveLength(2)
})

test('the screen stays on during a run, and may go dark after it', async () => {
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => Object.assign(new EventTarget(), { released: false, release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  run({ count: 1 })
  await settle()
  expect([request.mock.calls, release.mock.calls.length]).toEqual([[['screen']], 0])
  await spinOnce()
  expect([ends, release.mock.calls.length]).toEqual([['done'], 1])
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('an outcome before the end of the cycle delays the next spin', async () => {
  run()
  await take()
  await vi.advanceTimersByTimeAsync(CYCLE - 1000)
  await stand()
  expect(starts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(starts).toHaveLength(2)
})

test('a tap stops autoplay, and says so; the running spin completes', async () => {
  run()
  await take()
  setAutoplay(undefined)
  await vi.advanceTimersByTimeAsync(CYCLE)
  await stand()
  expect([starts.length, ends]).toEqual([1, ['player']])
})

test('never exceeds its loss limit: a spin that could is not played', async () => {
  run({ count: Number.POSITIVE_INFINITY, loss: 1200 })
  await spinOnce()
  await spinOnce()
  expect(starts).toHaveLength(2)
  expect(ends).toEqual(['loss'])
  expect(credit.value).toBe(9000)
})

test('a loss limit that is reached ends it before free spins, too', async () => {
  run({ loss: 500 })
  await spinOnce(0, 3)
  expect(ends).toEqual(['loss'])
})

test('no spin starts before the answer to the last, and an answer after the end reports nothing', async () => {
  run()
  setPicture('lost', 100)
  setPicture('live', 0)
  await settle()
  expect(starts).toHaveLength(1)
  setAutoplay(undefined)
  answer?.(failed('refused', { code: Code.machineOutOfOrder }))
  await settle()
  expect([starts.length, ends]).toEqual([1, ['player']])
})

test('a single win at the limit stops it', async () => {
  run({ win: 5000 })
  await spinOnce(4999)
  expect(ends).toEqual([])
  await spinOnce(5000)
  expect(ends).toEqual(['win'])
})

test('free spins stop it where chosen; otherwise they are played', async () => {
  run({ bonus: true })
  await spinOnce(0, 8)
  expect(ends).toEqual(['bonus'])
  sit()
  await vi.advanceTimersByTimeAsync(CYCLE)
  run()
  await spinOnce(0, 8)
  expect(starts).toHaveLength(3)
  await take()
  expect(game.value?.freeSpins).toBe(7)
})

test('free spins do not count, and are played to their end', async () => {
  run({ count: 1 })
  await spinOnce(0, 2)
  for (const left of [1, 0]) {
    expect(ends).toEqual([])
    await spinOnce()
    expect(game.value?.freeSpins).toBe(left)
  }
  expect([starts.length, ends]).toEqual([3, ['done']])
})

test('without a paid spin it plays the free ones alone', async () => {
  show({ freeSpins: 2 })
  run({ count: 0 })
  await spinOnce()
  await spinOnce()
  expect([starts.length, ends, game.value?.credit]).toEqual([2, ['done'], IDLE.credit])
})

test('too little credit stops autoplay', async () => {
  show({ credit: 700 })
  run()
  await spinOnce()
  expect(ends).toEqual(['noCredit'])
})

test('a changed stake stops autoplay', async () => {
  run()
  await take()
  await stand()
  moveStake('up')
  await settle()
  expect(ends).toEqual(['stake'])
})

const cuts: [string, EndReason, () => void][] = [
  ['a lost link', 'link', () => setLinkDown(Date.now())],
  ['a lost answer', 'link', () => setPending('sync')],
  ['load', 'transfer', () => setPending('load')],
  ['cash out', 'transfer', () => setPending('cashout')],
  ['a question of the limits', 'window', () => blockPlay(true)],
  ['the lock', 'lock', () => lockScreen(0)],
]
test.each(cuts)('%s stops it at once, with a message, and nothing restarts it', async (_, why, cut) => {
  run()
  await take()
  cut()
  expect(ends).toEqual([why])
  sit()
  blockPlay(false)
  unlock()
  setPending(undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts).toHaveLength(1)
})

test('a hidden page stops autoplay', async () => {
  run()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.restoreAllMocks()
  expect(ends).toEqual(['hidden'])
})

test('an open dialog stops autoplay before the next spin', async () => {
  run()
  document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  await spinOnce()
  expect([starts.length, ends]).toEqual([1, ['window']])
})

test('an outdated video pauses it, up to the maximum age', async () => {
  run()
  await take()
  setPicture('lost', 2000)
  await vi.advanceTimersByTimeAsync(CYCLE)
  await stand()
  expect([starts.length, ends]).toEqual([1, []])
  setPicture('live', 0)
  await settle()
  expect(starts).toHaveLength(2)
  await take()
  setPicture('lost', 2000)
  await vi.advanceTimersByTimeAsync(MAX_OLD_VIDEO_MS)
  expect(ends).toEqual(['picture'])
})

test('a page that is left stops it at once and without a message, also during a spin', async () => {
  run()
  await take()
  requestExit({ kind: 'left' })
  expect([autoplayLeft.value, ends]).toEqual([undefined, []])
  await vi.advanceTimersByTimeAsync(CYCLE)
  await stand(1500)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts).toHaveLength(1)
})

test('a refusal, such as out of order, stops it', async () => {
  run()
  setPending(undefined)
  answer?.(failed('refused', { code: Code.machineOutOfOrder }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([starts.length, ends]).toEqual([1, ['refused']])
})
