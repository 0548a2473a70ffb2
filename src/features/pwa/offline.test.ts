import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../../contract/result.ts'
import { session, setPending, setSignedOut } from '../../core/session/state.ts'
import { watchNetwork } from './offline.ts'
import { offline, setOnline } from './state.ts'

const resume = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../../core/session/actions.ts', () => ({ resume }))

let up = true
const asked = vi.fn(async () => {
  if (!up) throw new TypeError('no network')
  return new Response('<html data-build="aaaaaaaa">')
})
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  document.documentElement.dataset.build = 'aaaaaaaa'
  asked.mockClear()
  resume.mockClear()
  setOnline(true)
  setSignedOut()
  up = true
  stop = watchNetwork()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without an offline event no request is sent', async () => {
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).not.toHaveBeenCalled()
  expect(offline.value).toBe(false)
})

test('offline is reported, retried with a growing delay, and ended by the first answer', async () => {
  up = false
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(offline.value).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(offline.value).toBe(true)
  expect(asked.mock.calls.length).toBeGreaterThan(3)
  expect(asked.mock.calls.length).toBeLessThan(8)
  up = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(offline.value).toBe(false)
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).not.toHaveBeenCalled()
})

test('navigator.onLine=false is ignored while the server answers', async () => {
  window.dispatchEvent(new Event('offline'))
  expect(offline.value).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(offline.value).toBe(false)
})

test('a start without an answer resumes by itself', async () => {
  setPending({ failure: failed('network').error })
  up = false
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(resume).not.toHaveBeenCalled()
  up = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(resume).toHaveBeenCalledTimes(1)
  expect(session.value.status).toBe('unknown')
})

test('it does not probe again if it is ended during a probe', async () => {
  up = false
  window.dispatchEvent(new Event('offline'))
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveBeenCalledTimes(1)
})
