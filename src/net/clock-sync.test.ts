import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { startClockSync } from './clock-sync.ts'
import type { Channel, ChannelState } from './socket.ts'

const DAY_MS = 86_400_000
/** The server's time when performance.now() is 0. */
const OFFSET = Date.UTC(2026, 0, 1)

function fakeChannel() {
  const state = signal<ChannelState>('up')
  const times: number[] = []
  const known = () => ({ ok: true, value: { ok: true, now: OFFSET + performance.now() } })
  let reply: () => object = known
  let ms = 0
  const request = vi.fn(async () => {
    times.push(performance.now())
    if (ms > 0) await new Promise((done) => setTimeout(done, ms))
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
    slow(next: number) {
      ms = next
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

test('a connection that is back before the last answer leaves one series of requests', async () => {
  const { channel, state, times, slow } = fakeChannel()
  slow(300)
  const sync = startClockSync(channel)
  for (let i = 0; i < 5; i++) {
    state.value = 'down'
    state.value = 'up'
    await vi.advanceTimersByTimeAsync(40)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  const count = times.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times.length - count).toBe(6)
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
