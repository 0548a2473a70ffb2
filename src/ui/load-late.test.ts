import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazy } from './lazy.tsx'
import { loadLate } from './load-late.ts'

let failures = 0
const load = vi.fn(async () => {
  if (failures-- > 0) throw new TypeError('no network')
  return { is: 'there' }
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  load.mockClear()
})

test('a module that fails to load is loaded again after 1, 3, 9, 27 and then every 30 s', async () => {
  failures = 6
  const failed: number[] = []
  const start = performance.now()
  const loading = loadLate(
    lazy(load),
    () => false,
    () => failed.push((performance.now() - start) / 1000),
  )
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await loading).toEqual({ is: 'there' })
  expect(failed).toEqual([1, 4, 13, 40, 70, 100])
  expect(load).toHaveBeenCalledTimes(7)
})

test('it is not loaded after the end', async () => {
  failures = 9
  let isStopped = false
  const loading = loadLate(lazy(load), () => isStopped)
  await vi.advanceTimersByTimeAsync(500)
  isStopped = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await loading).toBeUndefined()
  expect(load).toHaveBeenCalledOnce()
})
