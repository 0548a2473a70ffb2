import { expect, test } from 'vitest'
import { createFrameLoad } from './frame-load.ts'

const INTERVAL_MS = 33

/** Frames until `until`; every `lateEvery`th one comes an interval late. */
function run(load: ReturnType<typeof createFrameLoad>, from: number, until: number, lateEvery = Infinity) {
  let at = from
  for (let frame = 1; at < until; frame += 1) {
    at += frame % lateEvery === 0 ? 2 * INTERVAL_MS : INTERVAL_MS
    load.onFrame(at)
  }
  return at
}

test('frames in time, and single late ones, are no load', () => {
  const load = createFrameLoad(INTERVAL_MS)
  const at = run(load, 0, 60_000)
  expect(load.isBusy(at)).toBe(false)
  expect(load.isBusy(run(load, at, at + 60_000, 10))).toBe(false)
})

test('after two seconds in which every third frame is late, the processor is busy for 30 s', () => {
  const load = createFrameLoad(INTERVAL_MS)
  const at = run(load, 0, 3000, 3)
  expect(load.isBusy(at)).toBe(true)
  expect(load.isBusy(run(load, at, at + 29_000))).toBe(true)
  expect(load.isBusy(run(load, at, at + 31_000))).toBe(false)
})

test('the pause doubles each time it was too short, up to ten minutes, and begins at 30 s after a quiet time', () => {
  const load = createFrameLoad(INTERVAL_MS)
  let at = 0
  const pauses: number[] = []
  for (let round = 0; round < 7; round += 1) {
    while (!load.isBusy(at)) at = run(load, at, at + 500, 3)
    const began = at
    while (load.isBusy(at)) at = run(load, at, at + 500)
    pauses.push(Math.round((at - began) / 10_000) * 10)
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
  at = run(load, at, at + 700_000)
  while (!load.isBusy(at)) at = run(load, at, at + 500, 3)
  expect(load.isBusy(run(load, at, at + 31_000))).toBe(false)
})
