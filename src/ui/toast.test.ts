import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toasts } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = () => toasts.value.map(({ message }) => message)

test('a toast goes after 3 s, or after its own time', () => {
  toast('a')
  toast('b', { ms: 10_000 })
  vi.advanceTimersByTime(2_999)
  expect(shown()).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['b'])
  vi.advanceTimersByTime(7_000)
  expect(shown()).toEqual([])
})

test('the same id changes the toast in place, and its time starts anew', () => {
  toast('10 s left', { id: 'close' })
  toast('other')
  vi.advanceTimersByTime(2_000)
  toast('8 s left', { id: 'close' })
  expect(shown()).toEqual(['8 s left', 'other'])
  vi.advanceTimersByTime(1_500)
  expect(shown()).toEqual(['8 s left'])
})

test('three at most; a touch takes one away', () => {
  const ids = ['a', 'b', 'c', 'd'].map((text) => toast(text))
  expect(shown()).toEqual(['b', 'c', 'd'])
  dismissToast(ids[2] ?? '')
  expect(shown()).toEqual(['b', 'd'])
})
