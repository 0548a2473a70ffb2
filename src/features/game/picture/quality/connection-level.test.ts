// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { debounceLevel, INITIAL_LEVEL, rateSample, type Sample } from './connection-level.ts'
import type { Level } from './state.ts'

const GOOD: Sample = { rtt: 40, age: 100, fps: 30, expected: 30, loss: 0 }

test.each<[Level, Partial<Sample>]>([
  ['good', {}],
  ['good', { rtt: undefined, fps: undefined, loss: undefined }],
  ['good', { rtt: 249, age: 499, fps: 26, loss: 0.019 }],
  ['good', { fps: 15, expected: 15 }],
  ['fair', { rtt: 250 }],
  ['fair', { age: 500 }],
  ['fair', { fps: 25 }],
  ['fair', { loss: 0.02 }],
  ['poor', { rtt: 500 }],
  ['poor', { age: 1000 }],
  ['poor', { fps: 17 }],
  ['poor', { loss: 0.05 }],
  ['lost', { age: 3000 }],
  ['lost', { age: undefined }],
  ['lost', { age: 3000, loss: 0.5 }],
])('%s: %o', (level, over) => {
  expect(rateSample({ ...GOOD, ...over })).toBe(level)
})

const LEVELS: readonly Level[] = ['good', 'fair', 'poor', 'lost']
const rank = (level: Level) => LEVELS.indexOf(level)
const looks = fc.array(fc.constantFrom(...LEVELS), { maxLength: 80 })

/** What was shown after each look. */
function shown(all: readonly Level[]): Level[] {
  let state = INITIAL_LEVEL
  return all.map((look) => {
    state = debounceLevel(state, look)
    return state.level
  })
}

test('a loss is shown at once, a decline after two samples, an improvement after four', () => {
  expect(shown(['lost'])).toEqual(['lost'])
  expect(shown(['poor', 'poor'])).toEqual(['good', 'poor'])
  expect(shown(['poor', 'fair', 'fair'])).toEqual(['good', 'fair', 'fair'])
  expect(shown(['poor', 'good', 'poor', 'good'])).toEqual(['good', 'good', 'good', 'good'])
  expect(shown(['lost', 'good', 'fair', 'good', 'good'])).toEqual(['lost', 'lost', 'lost', 'lost', 'fair'])
})

test('no sequence of samples makes the level flicker', () => {
  fc.assert(
    fc.property(looks, (all) => {
      const said = shown(all)
      let last: { at: number; up: boolean } | undefined
      for (let i = 0; i < said.length; i++) {
        const before = said[i - 1] ?? 'good'
        const now = said[i] ?? 'good'
        if (before === now) continue
        const up = rank(now) < rank(before)
        // Nothing is shown that was not seen, and a turn from one way to the other takes its time.
        const recent = all.slice(Math.max(0, i - 3), i + 1)
        expect(recent).toContain(now)
        if (up) {
          expect(recent).toHaveLength(4)
          expect(recent.every((look) => rank(look) <= rank(now))).toBe(true)
          if (last) expect(i - last.at).toBeGreaterThanOrEqual(4)
        } else if (now !== 'lost' && last) expect(i - last.at).toBeGreaterThanOrEqual(last.up ? 2 : 1)
        last = { at: i, up }
      }
    }),
    { numRuns: 500 },
  )
})

test('a lasting level is shown in the end', () => {
  fc.assert(
    fc.property(looks, fc.constantFrom(...LEVELS), (before, level) => {
      expect(shown([...before, ...Array<Level>(8).fill(level)]).at(-1)).toBe(level)
    }),
  )
})
