import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  applyBrands,
  applyJackpots,
  beginBrandsRequest,
  clearLobby,
  displayedBrandJackpots,
  displayedJackpots,
} from '../state.ts'
import { createJackpotCounter, startJackpotAnimation } from './jackpot-animation.ts'

let reduced = false
let stop = () => {}
const say = (jackpot: string) => applyJackpots([{ id: '1', jackpot }])

beforeEach(() => {
  vi.useFakeTimers()
  reduced = false
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
  clearLobby()
  applyBrands([{ id: '1', name: 'Nar', jackpot: '1000', machineCount: 1 }], beginBrandsRequest())
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the display counts up to a pushed jackpot', () => {
  stop = startJackpotAnimation()
  expect(displayedBrandJackpots('1')).toEqual([1000])
  vi.advanceTimersByTime(2000)
  say('1100')
  expect(displayedBrandJackpots('1')).toEqual([1000])
  const seen = new Set<number>()
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(100)
    seen.add(displayedBrandJackpots('1')[0] ?? 0)
  }
  expect(seen.size).toBeGreaterThan(10)
  expect(Math.max(...seen)).toBe(1100)
  // The timer stops at the end.
  expect(vi.getTimerCount()).toBe(0)
})

test('after a hit the new value is shown at once', () => {
  stop = startJackpotAnimation()
  say('200')
  expect(displayedBrandJackpots('1')).toEqual([200])
})

test('with reduced motion the new value is shown at once', () => {
  reduced = true
  stop = startJackpotAnimation()
  vi.advanceTimersByTime(2000)
  say('1100')
  expect(displayedBrandJackpots('1')).toEqual([1100])
  expect(vi.getTimerCount()).toBe(0)
})

test("after leaving the lobby the server's values are shown, and no timer runs", () => {
  stop = startJackpotAnimation()
  vi.advanceTimersByTime(2000)
  say('1100')
  stop()
  expect(displayedBrandJackpots('1')).toEqual([1100])
  expect(displayedJackpots.value.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('it counts from the old value to the new one over the push interval', () => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', [1000, 50], 0)
  expect(ticker.amounts('1', 0)).toEqual([1000, 50])
  ticker.setTarget('1', [1200, 50], 4000)
  expect(ticker.amounts('1', 4000)).toEqual([1000, 50])
  expect(ticker.amounts('1', 6000)).toEqual([1100, 50])
  expect(ticker.isCounting(6000)).toBe(true)
  expect(ticker.amounts('1', 5010)).toEqual([1050, 50])
  expect(ticker.amounts('1', 9000)).toEqual([1200, 50])
  // After a long time without an update, for half a minute at most.
  ticker.setTarget('1', [1300, 50], 100_000)
  expect(ticker.amounts('1', 130_000)).toEqual([1300, 50])
})

test('a win is shown at once, also where less was shown', () => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', [1000], 0)
  ticker.setTarget('1', [1200], 4000)
  ticker.setTarget('1', [1100], 5000)
  expect(ticker.amounts('1', 5000)).toEqual([1100])
})

test('an early value continues from the displayed one', () => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', [0], 0)
  ticker.setTarget('1', [1000], 4000)
  ticker.setTarget('1', [2000], 6000)
  expect(ticker.amounts('1', 6000)).toEqual([500])
  expect(ticker.amounts('1', 8000)).toEqual([2000])
})

test.each([
  [[1000], [1200, 30]],
  [
    [1000, 50],
    [2000, 1000, 50],
  ],
  [
    [2000, 1000, 50],
    [1000, 60],
  ],
])('%j to %j, another number of jackpots, is shown at once', (before, amounts) => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', before, 0)
  ticker.setTarget('1', amounts, 4000)
  expect(ticker.amounts('1', 4000)).toEqual(amounts)
})
