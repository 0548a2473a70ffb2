import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { videoNow } from '../protocol/video-clock.ts'
import { startFrameTimer, startStepTimer } from './fixed-rate.ts'

let stalledMs = 0
beforeEach(() => {
  stalledMs = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const timeNow = () => videoNow() + stalledMs
/** The process gets no processor for so long. */
const stall = (ms: number) => {
  stalledMs += ms
}

test('no step is lost on a machine that stalls for 200 ms again and again', () => {
  const steps: number[] = []
  const startedAt = timeNow()
  const stop = startStepTimer(10, 20, (at) => steps.push(at), timeNow)
  for (let stalls = 0; stalls < 20; stalls++) {
    stall(200)
    vi.advanceTimersByTime(60)
  }
  stop()
  expect(steps).toEqual(Array.from({ length: 20 * 26 }, (_, i) => startedAt + i * 10))
})

test('after a suspension, steps go on from the new time', () => {
  const steps: number[] = []
  const stop = startStepTimer(10, 20, (at) => steps.push(at), timeNow)
  vi.advanceTimersByTime(20)
  steps.length = 0
  stall(3_600_000)
  vi.advanceTimersByTime(20)
  stop()
  expect(steps).toEqual([timeNow() - 10])
})

test.each([1, -2])('a clock that is set by %i hours neither drops nor repeats a step', (hours) => {
  const steps: number[] = []
  const startedAt = videoNow()
  const stop = startStepTimer(10, 20, (at) => steps.push(at))
  vi.advanceTimersByTime(20)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  vi.advanceTimersByTime(40)
  stop()
  expect(steps).toEqual(Array.from({ length: 6 }, (_, i) => startedAt + i * 10))
})

test('a frame timer that its own callback stops stays stopped', () => {
  let frames = 0
  const stop = startFrameTimer(30, () => {
    frames += 1
    stop()
  })
  vi.advanceTimersByTime(1000)
  expect(frames).toBe(1)
})

test('a step timer that its own callback stops calls back no more', () => {
  let steps = 0
  const stop = startStepTimer(10, 20, () => {
    steps += 1
    stop()
  })
  vi.advanceTimersByTime(1000)
  expect(steps).toBe(1)
})
