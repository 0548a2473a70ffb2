import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTimeLeft } from './use-time-left.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
function TimeLeft({ until }: { until: string }) {
  return <b>{useTimeLeft(until)}</b>
}
const shown = (until: string) => render(<TimeLeft until={until} />).container

test.each([
  [4000, '0:04'],
  [3001, '0:04'],
  [245_000, '4:05'],
  [3_845_000, '1:04:05'],
  [0, ''],
  [-5000, ''],
  [90_000_000, ''],
])('%i ms before the end it reads "%s"', (ms, text) => {
  expect(shown(inMs(ms)).textContent).toBe(text)
})

test('an invalid time is not shown', () => {
  expect(shown('tomorrow').textContent).toBe('')
})

test('two countdowns to one end change together, whenever they began', async () => {
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const until = inMs(10_000)
  const first = shown(until)
  await pass(400)
  const second = shown(until)
  for (let ms = 400; ms < 10_000; ms += 100) {
    expect(first.textContent).toBe(`0:${String(Math.ceil((10_000 - ms) / 1000)).padStart(2, '0')}`)
    expect(second.textContent).toBe(first.textContent)
    await pass(100)
  }
  expect(first.textContent).toBe('')
  expect(vi.getTimerCount()).toBe(0)
})
