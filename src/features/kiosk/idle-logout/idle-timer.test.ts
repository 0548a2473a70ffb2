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

test('counts on while nobody touches anything, and a touch begins anew', () => {
  vi.advanceTimersByTime(10_000)
  expect(idle).toBe(10_000)
  touch()
  expect(idle).toBe(0)
})

test('sleep counts, and the first touch after it comes too late', () => {
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

test('stopped, it looks no more', () => {
  stop()
  idle = -1
  vi.advanceTimersByTime(60_000)
  touch()
  expect(idle).toBe(-1)
})
