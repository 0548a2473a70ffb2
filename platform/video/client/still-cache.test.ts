import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LastSpin, MachineState } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'
import type { Still } from './still-cache.ts'
import { createStillCache, MIN_STILL_INTERVAL_MS } from './still-cache.ts'

const START = 1_800_000_000_000
let now: number
let drawn: string[]
/** The fake renderer; a test may hold its promise. */
let draw: (state: MachineState, withinMs: number) => Promise<Uint8Array | undefined>

beforeEach(() => {
  now = START
  drawn = []
  draw = async ({ scene, last }) => Buffer.from(`${scene.id} ${last?.spin.spinId ?? ''}`)
})

const stillsOf = (maxCached?: number) =>
  createStillCache({
    draw(state, withinMs) {
      drawn.push(state.scene.id)
      return draw(state, withinMs)
    },
    now: () => now,
    ...(maxCached !== undefined && { maxCached }),
  })
const state = (id: string, last?: LastSpin, freeSpins = 0): MachineState => ({
  scene: { id, name: '', brand: 'nar', game: 'classic5' },
  meters: { credit: 0, win: 0, stake: 0, freeSpins },
  last,
})
const spin = (spinId: string, startedAt: number): LastSpin => ({
  spin: { spinId, stops: [], wins: [], free: false },
  startedAt,
})
const text = (still: Still | undefined) => still && Buffer.from(still.image).toString()

test('a machine has a new still also after the clock was set back', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stills = createStillCache({ draw })
  await stills.get('7', () => state('7'))
  vi.setSystemTime(Date.now() - 60 * 60_000)
  vi.advanceTimersByTime(MIN_STILL_INTERVAL_MS)
  expect(text(await stills.get('7', () => state('7', spin('1', videoNow()))))).toBe('7 1')
})

test('a machine has a new still every few seconds at the most, however many requests there are', async () => {
  const stills = stillsOf()
  const asked = (last?: LastSpin) => stills.get('7', () => state('7', last))
  const [one, two] = await Promise.all([asked(), asked()])
  expect([text(one), two]).toEqual(['7 ', one])
  now += MIN_STILL_INTERVAL_MS - 1
  expect(await asked(spin('1', now))).toBe(one)
  expect(drawn).toEqual(['7'])
  now += 1
  expect(text(await asked(spin('1', now)))).toBe('7 1')
  expect(drawn).toEqual(['7', '7'])
})

test('a machine whose state does not change is drawn once', async () => {
  const stills = stillsOf()
  const last = spin('1', START - 60_000)
  const one = await stills.get('7', () => state('7', last))
  now += 24 * 60 * 60_000
  expect(await stills.get('7', () => state('7', last))).toBe(one)
  // The credit is not in the still; free spins change the cabinet's colours.
  expect(
    await stills.get('7', () => ({ ...state('7', last), meters: { ...state('7').meters, credit: 5 } })),
  ).toBe(one)
  expect(drawn).toEqual(['7'])
  await stills.get('7', () => state('7', last, 3))
  expect(drawn).toEqual(['7', '7'])
})

test('a still from a running spin is replaced after the reels have stopped', async () => {
  const stills = stillsOf()
  const last = spin('1', START)
  await stills.get('7', () => state('7', last))
  now += 5000
  await stills.get('7', () => state('7', last))
  now += 5000
  await stills.get('7', () => state('7', last))
  now += 50_000
  await stills.get('7', () => state('7', last))
  expect(drawn).toHaveLength(3)
})

test('stills are drawn one at a time, and a request beyond the queue limit gets the cached one', async () => {
  const stills = stillsOf()
  const done: (() => void)[] = []
  draw = () => new Promise((resolve) => done.push(() => resolve(Buffer.from('x'))))
  const asked = Array.from({ length: 40 }, (_, n) => stills.get(String(n), () => state(String(n))))
  const answered: unknown[] = []
  for (const one of asked) void one.then((still) => answered.push(still))
  while (answered.length < 40) {
    await Promise.resolve()
    expect(done.length).toBeLessThanOrEqual(1)
    done.shift()?.()
  }
  expect(answered.filter(Boolean)).toHaveLength(24)
  expect(drawn).toHaveLength(24)
})

test('a failed still is undefined, and is not tried again at once', async () => {
  const stills = stillsOf()
  draw = async () => undefined
  expect(await stills.get('7', () => state('7'))).toBeUndefined()
  draw = () => Promise.reject(new Error('broken'))
  for (const id of ['8', '8']) expect(await stills.get(id, () => state(id))).toBeUndefined()
  expect(await stills.get('7', () => state('7'))).toBeUndefined()
  expect(drawn).toEqual(['7', '8'])
  now += MIN_STILL_INTERVAL_MS
  draw = async () => Buffer.from('there')
  expect(text(await stills.get('7', () => state('7')))).toBe('there')
})

test('a request takes a second at the most, queueing and drawing together', async () => {
  const stills = stillsOf()
  const given: number[] = []
  draw = async (_, withinMs) => {
    given.push(withinMs)
    now += 400
    return undefined
  }
  const asked = ['1', '2', '3', '4', '5'].map((id) => stills.get(id, () => state(id)))
  expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(given).toEqual([1000, 600, 200])
})

test('the cache drops the oldest stills beyond its limit', async () => {
  const stills = stillsOf(2)
  for (const id of ['1', '2', '3', '3', '2']) await stills.get(id, () => state(id))
  expect(drawn).toEqual(['1', '2', '3'])
  await stills.get('1', () => state('1'))
  expect(drawn).toEqual(['1', '2', '3', '1'])
})

test('equal pictures have equal entity tags, different ones do not', async () => {
  const stills = stillsOf()
  const of = async (id: string, last?: LastSpin) => (await stills.get(id, () => state(id, last)))?.etag
  draw = async ({ last }) => Buffer.from(last?.spin.spinId ?? '')
  const [one, two, three] = [await of('1'), await of('2'), await of('3', spin('1', START - 60_000))]
  expect(one).toMatch(/^"[\w-]{16}"$/)
  expect(two).toBe(one)
  expect(three).not.toBe(one)
})
