import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startIdleTimer } from './idle-timer.ts'

let stop = () => {}
let idle = 0
beforeEach(() => {
  vi.useFakeTimers()
  stop = startIdleTimer((ms) => {
    idle = ms
    return 1_000
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const touch = () => window.dispatchEvent(new Event('pointerdown'))

test('counts without input, and a touch restarts it', () => {
  vi.advanceTimersByTime(10_000)
  expect(idle).toBe(10_000)
  touch()
  expect(idle).toBe(0)
})

test('sleep counts as idle time, and the first touch after the limit does not restart it', () => {
  const seen: number[] = []
  stop()
  stop = startIdleTimer((ms) => {
    seen.push(ms)
    return 5_000
  })
  vi.setSystemTime(Date.now() + 3_600_000)
  touch()
  expect(seen.slice(-2)).toEqual([3_600_000, 0])
})

test('a stopped timer does not fire', () => {
  stop()
  idle = -1
  vi.advanceTimersByTime(60_000)
  touch()
  expect(idle).toBe(-1)
})
