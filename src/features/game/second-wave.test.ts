import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { lazy } from '../../ui/lazy.tsx'
import { INIT_ACK } from './play/game-visit.fake.ts'
import { applyInit, blockedBy, blockPlay, canCashOut, resetGame, spinBlock } from './play/state.ts'
import { loadSecondWave } from './second-wave.ts'
import { setPicture, setPictureProblem } from './video/state.ts'

const chunk = vi.hoisted(() => ({ lazy: undefined as unknown, fails: false, requested: 0, drawn: 0 }))
vi.mock('./late.tsx', () => ({
  get lateParts() {
    return chunk.lazy
  },
}))

let stop = () => {}
const settled = (why: string | undefined) => vi.waitFor(() => expect(blockedBy.value).toBe(why))

async function sit(raw: object): Promise<void> {
  await setSettings(raw)
  vi.unstubAllGlobals()
  resetGame()
  applyInit(INIT_ACK)
  stop = loadSecondWave()
}
beforeEach(() => {
  Object.assign(chunk, { fails: false, requested: 0, drawn: 0 })
  chunk.lazy = lazy(async () => {
    chunk.requested++
    if (chunk.fails) throw new Error('offline')
    chunk.drawn++
    await new Promise((done) => setTimeout(done))
    // The layer of the protection is drawn: from now on it runs.
    blockPlay(false, 'tools')
    blockPlay(false, 'noTools')
    return {}
  })
})
afterEach(() => {
  stop()
  blockPlay(false, 'tools')
  blockPlay(false, 'noTools')
})

test('without player protection the late parts load after the video, and nothing waits for them', async () => {
  await sit({ jurisdiction: '', minSpinCycle: 2.5, realityCheck: 0 })
  expect(chunk.drawn).toBe(0)
  setPicture('live', 0)
  expect(spinBlock.value).toBeUndefined()
  await vi.waitFor(() => expect(chunk.drawn).toBe(1))
})

test('without a picture the late parts load after five seconds', async () => {
  vi.useFakeTimers()
  await sit({ jurisdiction: '', minSpinCycle: 2.5, realityCheck: 0 })
  await vi.advanceTimersByTimeAsync(4900)
  expect(chunk.drawn).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(chunk.drawn).toBe(1)
  vi.useRealTimers()
})

test.each([
  ['has failed', () => setPicture('failed', undefined)],
  ['comes in a minute', () => setPictureProblem(undefined, undefined, 60)],
])('a picture that %s leaves the network to the late parts', async (_, report) => {
  await sit({ jurisdiction: '', minSpinCycle: 2.5, realityCheck: 0 })
  expect(chunk.drawn).toBe(0)
  report()
  await vi.waitFor(() => expect(chunk.drawn).toBe(1))
  setPictureProblem(undefined, undefined, undefined)
})

test.each([
  { jurisdiction: 'GB' },
  { realityCheck: 60 },
  { lossLimit: '1.000' },
  { sessionLimit: 90 },
  { minSpinCycle: 5 },
])('with %j they load at once, and play is blocked until then', async (raw) => {
  await sit(raw)
  setPicture('live', 0)
  expect([blockedBy.value, spinBlock.value]).toEqual(['tools', 'tools'])
  await settled(undefined)
  expect([chunk.drawn, spinBlock.value]).toEqual([1, undefined])
})

test('if protection fails to load play stays blocked, cash-out works, and it is loaded again', async () => {
  vi.useFakeTimers()
  chunk.fails = true
  await sit({ jurisdiction: 'GB' })
  setPicture('live', 0)
  await vi.advanceTimersByTimeAsync(0)
  expect([blockedBy.value, spinBlock.value, canCashOut.value]).toEqual(['noTools', 'noTools', true])
  chunk.fails = false
  await vi.advanceTimersByTimeAsync(1_100)
  expect([blockedBy.value, spinBlock.value]).toEqual([undefined, undefined])
  vi.useRealTimers()
})

test('without protection a failed load blocks nothing, and the visit loads it again until its end', async () => {
  vi.useFakeTimers()
  chunk.fails = true
  await sit({})
  setPicture('live', 0)
  await vi.advanceTimersByTimeAsync(1_100)
  expect([chunk.requested, spinBlock.value]).toEqual([2, undefined])
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(chunk.requested).toBe(2)
  vi.useRealTimers()
})
