import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleClock } from './idle-clock.ts'
import { startIdleTimer } from './idle-timer.ts'

let stop = () => {}
let isPaused = false
const start = (onIdle: (ms: number) => number) => {
  const timer = startIdleTimer(createIdleClock(), { onIdle, isPaused: () => isPaused })
  timer.poll()
  return timer.stop
}
let idle = 0
beforeEach(() => {
  vi.useFakeTimers()
  stop = start((ms) => {
    idle = ms
    return 1_000
  })
})
afterEach(() => {
  stop()
  isPaused = false
  vi.useRealTimers()
})
const touch = () => window.dispatchEvent(new Event('pointerdown'))

test('counts without input, and a touch restarts it', () => {
  vi.advanceTimersByTime(10_000)
  expect(idle).toBe(10_000)
  touch()
  expect(idle).toBe(0)
})

test.each([
  [true, 0],
  [false, 10_000],
])(
  'a press by an assistive tool, which is a click alone, counts if the browser made it: %s',
  (isTrusted, left) => {
    vi.advanceTimersByTime(10_000)
    const click = Object.defineProperty(new MouseEvent('click'), 'isTrusted', { value: isTrusted })
    window.dispatchEvent(click)
    expect(idle).toBe(left)
  },
)

test('sleep counts as idle time, and the first touch after the limit does not restart it', () => {
  const seen: number[] = []
  stop()
  stop = start((ms) => {
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

test('a paused timer neither reports by itself nor counts a touch', () => {
  isPaused = true
  vi.advanceTimersByTime(5_000)
  idle = -1
  touch()
  vi.advanceTimersByTime(60_000)
  expect(idle).toBe(-1)
  isPaused = false
  document.dispatchEvent(new Event('visibilitychange'))
  expect(idle).toBe(65_000)
})
