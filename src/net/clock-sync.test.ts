import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { createServerClock, startClockSync } from './clock-sync.ts'
import type { Channel, ChannelState } from './socket.ts'

const DAY_MS = 86_400_000
/** The server's time when performance.now() is 0. */
const OFFSET = Date.UTC(2026, 0, 1)

/** An answer for which the server read its clock after this part of the round trip. */
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
  expect(now?.time).toBeCloseTo(OFFSET + 700, 6)
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
  ['performance.now() stood for 5 s while the device slept', 5000],
])('%s: one answer is enough', (_name, shift) => {
  const clock = createServerClock()
  answer(clock, 0, 10)
  clock.add(1000, 1200, OFFSET + shift + 1100)
  expect(clock.at(1300)?.time).toBe(OFFSET + shift + 1300)
})

function fakeChannel() {
  const state = signal<ChannelState>('up')
  const times: number[] = []
  const known = () => ({ ok: true, value: { ok: true, now: OFFSET + performance.now() } })
  let reply: () => object = known
  const request = vi.fn(async () => {
    times.push(performance.now())
    return reply()
  })
  const channel = { state, request } as unknown as Pick<Channel, 'request' | 'state'>
  return {
    ...{ channel, state, times },
    ignore() {
      reply = () => failed('network')
    },
    heed() {
      reply = known
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('five requests at once, then one in 10 s; none in a hidden page, and five after a lost connection', async () => {
  const { channel, state, times } = fakeChannel()
  const sync = startClockSync(channel)
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(times).toHaveLength(8)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(times).toHaveLength(8)
  vi.restoreAllMocks()
  state.value = 'down'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(times).toHaveLength(8)
  state.value = 'up'
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toHaveLength(13)
  sync.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a server that has answered before is still polled after the connection stalls', async () => {
  const { channel, times, ignore, heed } = fakeChannel()
  const sync = startClockSync(channel)
  await vi.advanceTimersByTimeAsync(1000)
  ignore()
  await vi.advanceTimersByTimeAsync(60_000)
  heed()
  const count = times.length
  await sync.refresh()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(times.length - count).toBe(3)
  sync.stop()
})

test('a server that does not know the time gets three requests per connection, and again in the next', async () => {
  const { channel, state, times, ignore } = fakeChannel()
  ignore()
  const sync = startClockSync(channel)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toHaveLength(3)
  expect(sync.clock.at(performance.now())).toBeUndefined()
  state.value = 'down'
  state.value = 'up'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toHaveLength(6)
  sync.stop()
})

test('a device clock that is a day off, or is set during play, does not affect the server time', async () => {
  const { channel } = fakeChannel()
  vi.setSystemTime(OFFSET + DAY_MS)
  const sync = startClockSync(channel)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sync.clock.at(performance.now())?.time).toBeCloseTo(OFFSET + performance.now(), 3)
  vi.setSystemTime(OFFSET - 3 * DAY_MS)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sync.clock.at(performance.now())?.time).toBeCloseTo(OFFSET + performance.now(), 3)
  sync.stop()
})
