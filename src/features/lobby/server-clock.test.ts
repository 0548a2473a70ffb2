import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds } from './server-clock.ts'

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const answer = (date: string | null, age?: string) =>
  Promise.resolve(new Response(null, { headers: { ...(date && { date }), ...(age && { age }) } }))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2020-06-01T00:00:00Z') })
  vi.stubGlobal('fetch', fetched)
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test("with a wrong device clock the server's time applies, also after the device clock changes", async () => {
  fetched.mockImplementation(() => answer('Wed, 01 Jan 2025 10:00:00 GMT', '3'))
  const { syncServerClock, serverNow } = await import('./server-clock.ts')
  expect(serverNow()).toBe(Date.parse('2020-06-01T00:00:00Z'))
  await syncServerClock()
  const now = Date.parse('2025-01-01T10:00:03.500Z')
  expect(Math.abs(serverNow() - now)).toBeLessThan(500)
  vi.setSystemTime('2031-01-01T00:00:00Z')
  expect(Math.abs(serverNow() - now)).toBeLessThan(500)
  expect(fetched).toHaveBeenCalledOnce()
  await syncServerClock()
  expect(fetched).toHaveBeenCalledOnce()
})

test('without a time from the server the device clock applies, and another request follows later', async () => {
  fetched.mockImplementationOnce(() => answer(null)).mockRejectedValueOnce(new TypeError('away'))
  const { syncServerClock, serverNow } = await import('./server-clock.ts')
  await syncServerClock()
  expect(serverNow()).toBe(Date.now())
  await syncServerClock()
  expect(fetched).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(11_000)
  await syncServerClock()
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(serverNow()).toBe(Date.now())
})

test('seconds tick only while the page is visible', async () => {
  const clock = await import('./server-clock.ts')
  let hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  const stop = clock.startSeconds()
  const begin = clock.seconds.value
  vi.advanceTimersByTime(3000)
  expect(clock.seconds.value).toBe(begin + 3)
  hidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(3000)
  expect(clock.seconds.value).toBe(begin + 3)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(seconds.value).toBe(0)
})
