import { expect, test, vi } from 'vitest'
import { cachedCall } from './cached-call.ts'
import { fakeClock } from './clock.ts'

test('an answer is kept for its time, and concurrent calls share one load', async () => {
  const clock = fakeClock()
  const answers: ((value: number) => void)[] = []
  const ask = vi.fn(() => new Promise<number>((resolve) => answers.push(resolve)))
  const read = cachedCall(ask, 1000, clock)
  const together = [read(), read()]
  clock.advance(5000)
  together.push(read())
  answers[0]?.(1)
  expect(await Promise.all(together)).toEqual([1, 1, 1])
  clock.advance(999)
  expect(await read()).toBe(1)
  expect(ask).toHaveBeenCalledTimes(1)
  clock.advance(1)
  const later = read()
  answers[1]?.(2)
  expect(await later).toBe(2)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('an answer is kept for its time, also if the clock is set back', async () => {
  const clock = fakeClock()
  const ask = vi.fn(async () => 1)
  const read = cachedCall(ask, 1000, clock)
  await read()
  clock.set(-60 * 60_000)
  clock.advance(1000)
  await read()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a failure is not kept', async () => {
  const ask = vi.fn(async () => 1).mockRejectedValueOnce(new Error('no answer'))
  const read = cachedCall(ask, 1000, fakeClock())
  await expect(read()).rejects.toThrow('no answer')
  expect(await read()).toBe(1)
})
