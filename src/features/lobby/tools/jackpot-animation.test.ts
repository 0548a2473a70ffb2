import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  applyBrands,
  applyJackpots,
  beginBrandsRequest,
  clearLobby,
  displayedBrandJackpots,
  displayedJackpots,
} from '../state.ts'
import { startJackpotAnimation } from './jackpot-animation.ts'

let reduced = false
let stop: () => void
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
  // And then it rests.
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
  expect(displayedJackpots.value).toEqual({})
  expect(vi.getTimerCount()).toBe(0)
})
