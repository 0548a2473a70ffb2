import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJackpotCounter } from './counter.ts'

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
        // A hit stands at once.
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

test('a newly listed jackpot is not counted up from zero', () => {
  const ticker = createJackpotCounter()
  ticker.setTarget('1', [1000], 0)
  ticker.setTarget('1', [1200, 30], 4000)
  expect(ticker.amounts('1', 4000)).toEqual([1000, 30])
})
