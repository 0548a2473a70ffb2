import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleClock, pageIdleMs, startPageClock, startUse } from './idle-clock.ts'

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
  const touches = ['pointerdown', 'touchstart', 'touchmove', 'keydown', 'wheel']
  const uses = touches.map((type) => () => window.dispatchEvent(new Event(type)))
  for (const use of [...uses, () => move(1), () => move(2)]) {
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

test('no time is idle during a use; it counts from the end of the last one, or from its limit', () => {
  const clock = createIdleClock()
  const [stopFirst, stopSecond] = [startUse(20_000), startUse(60_000)]
  vi.advanceTimersByTime(30_000)
  stopFirst()
  expect([clock.idleMs(), clock.untouchedMs()]).toEqual([0, 30_000])
  vi.advanceTimersByTime(40_000)
  expect(clock.idleMs()).toBe(10_000)
  stopSecond()
  stopSecond()
  vi.advanceTimersByTime(1000)
  expect(clock.idleMs()).toBe(11_000)
  // A computer that sleeps during a use is not used for longer than that use may last.
  const stop = startUse(60_000)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(clock.idleMs()).toBe(3_540_000)
  stop()
})
