import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createServerClock } from './server-clock.ts'

const DAY_MS = 86_400_000
/** The server's time at 0 of performance.now(). */
const OFFSET = Date.UTC(2026, 0, 1)

/** Adds an answer that the server wrote at `part` of the round trip. */
function answer(clock: ReturnType<typeof createServerClock>, sentAt: number, trip: number, part = 0.5) {
  clock.add(sentAt, sentAt + trip, OFFSET + sentAt + trip * part)
}

test('the answer with the shortest round trip counts, and half of it is the error', () => {
  const clock = createServerClock()
  expect(clock.at(0)).toBeUndefined()
  answer(clock, 0, 400, 0.9)
  answer(clock, 500, 18, 0.5)
  answer(clock, 600, 90, 0.1)
  const now = clock.at(700)
  expect(Math.abs((now?.time ?? 0) - (OFFSET + 700))).toBeLessThan(0.1)
  expect(now?.error).toBeCloseTo(9, 0)
})

test('with asymmetric round trips the true time is within the error', () => {
  for (const part of [0, 0.2, 0.5, 0.8, 1]) {
    const clock = createServerClock()
    for (const [at, trip] of [
      [0, 40],
      [200, 300],
      [400, 25],
    ] as const) {
      answer(clock, at, trip, part)
    }
    const { time = 0, error = 0 } = clock.at(1000) ?? {}
    expect(Math.abs(time - (OFFSET + 1000))).toBeLessThanOrEqual(error)
    expect(error).toBeLessThan(13)
  }
})

test("a server's clock that drifts by 200 ppm: the true time stays within the error for an hour", () => {
  const clock = createServerClock()
  const server = (at: number) => OFFSET + at * 1.0002
  for (let at = 0; at < 3_600_000; at += 10_000) {
    const trip = at === 0 ? 10 : 60
    clock.add(at, at + trip, server(at + trip / 2))
    const later = clock.at(at + 9000)
    expect(Math.abs((later?.time ?? 0) - server(at + 9000))).toBeLessThanOrEqual(later?.error ?? 0)
    expect(later?.error).toBeLessThan(50)
  }
})

test.each([
  ['the server sets its clock a day ahead', DAY_MS],
  ['the server sets its clock back by a second', -1000],
  ['performance.now() stopped for 5 s while the device slept', 5000],
])('%s: one answer is enough', (_name, shift) => {
  const clock = createServerClock()
  answer(clock, 0, 10)
  clock.add(1000, 1200, OFFSET + shift + 1100)
  expect(clock.at(1300)?.time).toBe(OFFSET + shift + 1300)
})

test('a time to the second widens the error, and so does the drift during a slow answer', () => {
  const clock = createServerClock()
  clock.add(0, 5000, OFFSET, OFFSET + 1000)
  expect(clock.at(5000)?.error).toBeCloseTo(3001, 3)
  expect(clock.at(5000)?.time).toBeCloseTo(OFFSET + 3000, 0)
})

describe("the HTTP servers' clock", () => {
  const NOW = Date.UTC(2025, 0, 1, 10)
  const date = (at: number) => new Date(at).toUTCString()
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
  const answered = (headers: Record<string, string>) => Promise.resolve(new Response(null, { headers }))
  /** A page that has just started. The device's clock is a day behind. */
  const start = async () => ({
    ...(await import('./server-clock.ts')),
    ...(await import('./fetch-server-date.ts')),
  })

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW - DAY_MS })
    vi.stubGlobal('fetch', fetched)
    vi.resetModules()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    fetched.mockReset()
  })

  test("it is the device's until an answer contains the time, then independent of it", async () => {
    const { readServerDate, serverNow, serverTime } = await start()
    expect([serverTime(), serverNow()]).toEqual([undefined, NOW - DAY_MS])
    readServerDate(new Headers(), performance.now())
    readServerDate(new Headers({ date: 'soon' }), performance.now())
    expect(serverTime()).toBeUndefined()
    readServerDate(new Headers({ date: date(NOW) }), performance.now())
    expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1000)
    vi.advanceTimersByTime(60_000)
    vi.setSystemTime(NOW + 3 * DAY_MS)
    expect(Math.abs(serverNow() - NOW - 60_000)).toBeLessThanOrEqual(1100)
  })

  test('a cached answer says for how long it was kept', async () => {
    const { readServerDate, serverNow } = await start()
    readServerDate(new Headers({ date: date(NOW - 90_000), age: '90' }), performance.now())
    expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(2000)
  })

  test("the page's server is asked if no answer contained the time, and again after silence or sleep", async () => {
    const { readServerDate, serverNow, fetchServerDate } = await start()
    fetched.mockImplementation(() => answered({ date: date(Date.now() + DAY_MS) }))
    await fetchServerDate()
    expect(fetched).toHaveBeenCalledWith('/Settings.json', expect.objectContaining({ method: 'HEAD' }))
    expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1000)
    vi.advanceTimersByTime(299_000)
    await fetchServerDate()
    readServerDate(new Headers({ date: date(Date.now() + DAY_MS) }), performance.now())
    vi.advanceTimersByTime(299_000)
    await fetchServerDate()
    expect(fetched).toHaveBeenCalledTimes(1)
    // The device slept for an hour: performance.now() stopped.
    vi.setSystemTime(Date.now() + 3_600_000)
    await fetchServerDate()
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(Math.abs(serverNow() - Date.now() - DAY_MS)).toBeLessThanOrEqual(1000)
  })

  test('without an answer it is asked again, but not at once', async () => {
    const { serverTime, fetchServerDate } = await start()
    fetched.mockRejectedValueOnce(new TypeError('away')).mockImplementation(() => answered({}))
    await fetchServerDate()
    await fetchServerDate()
    expect(fetched).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(11_000)
    await fetchServerDate()
    expect([fetched.mock.calls.length, serverTime()]).toEqual([2, undefined])
  })

  test.each([
    ['no wait', undefined, undefined, 0],
    ['seconds', '2', undefined, 2000],
    ['a part of a second', '3.2', undefined, 3200],
    ['half an hour', '1800', undefined, 1_800_000],
    ['a year', '31536000', undefined, DAY_MS],
    ['a negative number', '-3', undefined, 0],
    ['words', 'soon', undefined, 0],
    ["a date, by the answer's own Date", date(NOW + 30_000), date(NOW), 30_000],
    ['a date that has passed', date(NOW - 30_000), date(NOW), 0],
    ['a date a year ahead', date(NOW + 365 * DAY_MS), date(NOW), 3_600_000],
    [
      "a date without a Date: by the device's clock, at most an hour",
      date(NOW + 30_000),
      undefined,
      3_600_000,
    ],
  ])('Retry-After: %s', async (_, retryAfter, own, ms) => {
    const { retryAfterMs } = await start()
    const headers = new Headers({
      ...(retryAfter && { 'retry-after': retryAfter }),
      ...(own && { date: own }),
    })
    expect(retryAfterMs(headers)).toBe(ms)
  })

  test("a date without a Date counts by the server's clock once another answer contained its time", async () => {
    const { readServerDate, retryAfterMs } = await start()
    readServerDate(new Headers({ date: date(NOW) }), performance.now())
    const ms = retryAfterMs(new Headers({ 'retry-after': date(NOW + 30_000) }))
    expect(Math.abs(ms - 30_000)).toBeLessThanOrEqual(1000)
  })
})
