import fc from 'fast-check'
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

const step = fc.oneof(
  fc.record({ do: fc.constant('say' as const), amount: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 8000 }) }),
)

test('it falls only at a hit, never exceeds the last value, and reaches it', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
      const ticker = createJackpotCounter()
      let now = 0
      let word: number | undefined
      let drawn: number | undefined
      const look = () => {
        const [next] = ticker.amounts('1', now)
        if (word === undefined) return expect(next).toBeUndefined()
        expect(Number.isInteger(next)).toBe(true)
        expect(next).toBeLessThanOrEqual(word)
        if (drawn !== undefined) expect(next).toBeGreaterThanOrEqual(Math.min(drawn, word))
        drawn = next
      }
      for (const one of steps) {
        if (one.do === 'pass') {
          now += one.ms
          look()
          continue
        }
        const hit = word !== undefined && one.amount < word
        word = one.amount
        ticker.setTarget('1', [one.amount], now)
        // After a win the new amount is shown at once.
        if (hit) {
          expect(ticker.amounts('1', now)).toEqual([one.amount])
          drawn = undefined
        }
        look()
      }
      now += 30_000
      look()
      expect(drawn).toBe(word)
      expect(ticker.isCounting(now)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('it counts from the old value to the new one over the push interval', () => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', [1000, 50], 0)
  expect(ticker.amounts('1', 0)).toEqual([1000, 50])
  ticker.setTarget('1', [1200, 50], 4000)
  expect(ticker.amounts('1', 4000)).toEqual([1000, 50])
  expect(ticker.amounts('1', 6000)).toEqual([1100, 50])
  expect(ticker.isCounting(6000)).toBe(true)
  expect(ticker.amounts('1', 8000)).toEqual([1200, 50])
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
