import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds, startSeconds } from './age-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('seconds tick only while the page is visible', () => {
  let hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  const stop = startSeconds()
  const begin = seconds.value
  vi.advanceTimersByTime(3000)
  expect(seconds.value).toBe(begin + 3)
  hidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(3000)
  expect(seconds.value).toBe(begin + 3)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
