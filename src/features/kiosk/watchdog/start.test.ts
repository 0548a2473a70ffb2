import { expect, test, vi } from 'vitest'
import { pageIdleMs } from '../../../core/idle/idle-clock.ts'
import { startWatchdog } from './start.ts'

test('the watchdog counts the use of the page itself, which the updates may not do yet', () => {
  vi.useFakeTimers()
  startWatchdog()
  vi.advanceTimersByTime(90_000)
  expect(pageIdleMs()).toBeGreaterThanOrEqual(90_000)
  window.dispatchEvent(new Event('touchstart'))
  expect(pageIdleMs()).toBe(0)
  vi.clearAllTimers()
  vi.useRealTimers()
})
