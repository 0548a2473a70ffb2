// @vitest-environment node
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
  expect(shown(['fair', 'fair', 'good', 'poor', 'poor'])).toEqual(['good', 'fair', 'fair', 'fair', 'poor'])
  expect(shown(['poor', 'good', 'poor', 'good'])).toEqual(['good', 'good', 'good', 'good'])
  expect(shown(['lost', 'good', 'fair', 'good', 'good'])).toEqual(['lost', 'lost', 'lost', 'lost', 'fair'])
})
