import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startStepTimer } from './fixed-rate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The process gets no processor for so long. */
const stall = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('no step is lost on a machine that stalls for 200 ms again and again', () => {
  const steps: number[] = []
  const startedAt = Date.now()
  const stop = startStepTimer(10, 20, (at) => steps.push(at))
  for (let stalls = 0; stalls < 20; stalls++) {
    stall(200)
    vi.advanceTimersByTime(60)
  }
  stop()
  expect(steps).toEqual(Array.from({ length: 20 * 26 }, (_, i) => startedAt + i * 10))
})

test('after a suspension, or with the clock set back, steps go on from the new time', () => {
  const steps: number[] = []
  const stop = startStepTimer(10, 20, (at) => steps.push(at))
  vi.advanceTimersByTime(20)
  for (const hours of [1, -2]) {
    steps.length = 0
    stall(hours * 3_600_000)
    vi.advanceTimersByTime(20)
    expect(steps).toEqual([Date.now() - 10])
  }
  stop()
})
