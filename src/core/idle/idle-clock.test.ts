import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleClock, pageIdleMs, startPageClock } from './idle-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('sleep counts, and a wall clock that is set back does not prolong the idle time', () => {
  const clock = createIdleClock()
  vi.advanceTimersByTime(2000)
  expect(clock.idleMs()).toBe(2000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(clock.idleMs()).toBe(2000)
  vi.setSystemTime(Date.now() + 7_200_000)
  expect(clock.idleMs()).toBe(3_602_000)
  clock.setUsed(500)
  expect([clock.idleMs(), clock.lastUse()]).toEqual([500, Date.now() - 500])
})

test('a touch, a key press and a pointer move use the page; a pointer at rest does not', () => {
  const stop = startPageClock()
  const move = (screenX: number) => window.dispatchEvent(new MouseEvent('pointermove', { screenX }))
  for (const use of [() => window.dispatchEvent(new Event('pointerdown')), () => move(1), () => move(2)]) {
    vi.advanceTimersByTime(1000)
    use()
    expect(pageIdleMs()).toBe(0)
  }
  vi.advanceTimersByTime(1000)
  move(2)
  expect(pageIdleMs()).toBe(1000)
  stop()
  window.dispatchEvent(new Event('keydown'))
  expect(pageIdleMs()).toBe(1000)
})
