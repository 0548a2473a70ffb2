import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearScrollPositions, useScrollRestoration } from './use-scroll-restoration.ts'

const List = ({ name }: { name: string }) => {
  useScrollRestoration(name)
  return null
}
const scrolledTo = vi.fn()
const scroll = (top: number) => {
  vi.stubGlobal('scrollY', top)
  window.dispatchEvent(new Event('scroll'))
}
const frame = () => vi.advanceTimersByTime(50)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', scrolledTo)
})
afterEach(() => {
  act(cleanup)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  scrolledTo.mockReset()
})

test('a list returns to its scroll position, another one starts at the top', () => {
  const { rerender } = render(<List name="a" />)
  frame()
  scroll(420)
  rerender(<List name="b" />)
  frame()
  expect(scrolledTo).toHaveBeenLastCalledWith(0, 0)
  rerender(<List name="a" />)
  frame()
  expect(scrolledTo).toHaveBeenLastCalledWith(0, 420)
})

test("the previous page's scroll position is not stored for this list", () => {
  render(<List name="c" />)
  // The browser fires it when the shorter page is rendered, before its first frame.
  scroll(300)
  frame()
  expect(scrolledTo).toHaveBeenLastCalledWith(0, 0)
})

test("the next player's lists start at the top", () => {
  const { rerender } = render(<List name="d" />)
  frame()
  scroll(300)
  rerender(<List name="e" />)
  frame()
  act(() => clearScrollPositions())
  rerender(<List name="d" />)
  frame()
  expect(scrolledTo).toHaveBeenLastCalledWith(0, 0)
})
