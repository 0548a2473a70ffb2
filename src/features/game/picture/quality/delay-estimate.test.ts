import { expect, test } from 'vitest'
import { createDelayEstimate } from './delay-estimate.ts'

/** The clock of the sender is so far off, ms. */
const OFFSET = 3_600_000
const STEADY = { rtt: 50, buffer: 40, transit: OFFSET + 25 }

function play(...samples: readonly { [Key in keyof typeof STEADY]?: number | undefined }[]) {
  const estimate = createDelayEstimate()
  const all = samples.map((sample) => estimate({ ...STEADY, ...sample })?.picture)
  return all.at(-1)
}

test('half of the round trip, the jitter buffer and 25 ms, whatever the clock of the sender', () => {
  expect(createDelayEstimate()(STEADY)).toEqual({ line: 25, picture: 90 })
})

test('packets that wait on their way to the player count, those of the player do not', () => {
  const late = { transit: OFFSET + 625 }
  expect(play({}, late, late)).toBe(90)
  expect(play({}, late, late, late)).toBe(690)
  expect(play({}, late, late, late, {})).toBe(90)
  expect(play({}, { rtt: 2000 }, { rtt: 2000 }, { rtt: 2000 })).toBe(90)
})

test('while no frame leaves the buffer, its last delay counts', () => {
  expect(play({ buffer: 1800 }, { buffer: undefined })).toBe(1850)
})

test('without sender reports round trip and buffer count, without one of these there is no estimate', () => {
  expect(play({ transit: undefined })).toBe(90)
  expect(play({ rtt: undefined })).toBeUndefined()
  expect(play({ buffer: undefined })).toBeUndefined()
})

test('a clock of the sender that is set makes no lasting delay', () => {
  const set = Array.from({ length: 20 }, () => ({ transit: OFFSET + 5025 }))
  expect(play({}, ...set)).toBe(90)
})
