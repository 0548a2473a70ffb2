import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onActivity } from './activity.ts'
import { forwardActivity, startFocusActivity } from './frame-activity.ts'
import { createIdleClock } from './idle-clock.ts'

const used = vi.fn()
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  used.mockReset()
  stop = onActivity(used)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** An iframe whose events have another window's classes, as in a browser. */
function frameOf(inside: EventTarget | undefined): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const contentDocument = inside ? { defaultView: inside } : null
  return Object.defineProperty(frame, 'contentDocument', { value: contentDocument, configurable: true })
}
const move = (screenX: number) => Object.assign(new Event('pointermove'), { screenX, screenY: 1 })

test('touches, keys and scrolling inside an iframe of this site count as uses of the page', () => {
  const inside = new EventTarget()
  forwardActivity(frameOf(inside))
  for (const type of ['pointerdown', 'keydown', 'wheel']) inside.dispatchEvent(new Event(type))
  expect(used).toHaveBeenCalledTimes(3)
  // A page that scrolls under a resting pointer is not used.
  for (const x of [1, 2, 2, 2]) inside.dispatchEvent(move(x))
  expect(used).toHaveBeenCalledTimes(5)
})

test('scrolling inside an iframe whose listeners are not called counts, until its document is gone', () => {
  const inside = Object.assign(new EventTarget(), { scrollY: 0 })
  const frame = frameOf(inside)
  forwardActivity(frame)
  vi.advanceTimersByTime(10_000)
  expect(used).not.toHaveBeenCalled()
  inside.scrollY = 200
  vi.advanceTimersByTime(10_000)
  expect(used).toHaveBeenCalledTimes(1)
  Object.defineProperty(frame, 'contentDocument', { value: null })
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('an iframe of another site has no document to listen to', () => {
  expect(() => forwardActivity(frameOf(undefined))).not.toThrow()
})

test('an iframe of another site counts as used for some minutes after the focus has come to it', () => {
  const frame = frameOf(undefined)
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body)
  const clock = createIdleClock()
  const stopChat = startFocusActivity(() => frame)
  const uses = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return clock.idleMs() < ms
  }
  expect(uses(20_000)).toBe(false)
  active.mockReturnValue(frame)
  expect([uses(60_000), uses(3 * 60_000)]).toEqual([true, true])
  // The player has left the chat open, and the provider writes.
  vi.advanceTimersByTime(2 * 60_000)
  window.dispatchEvent(new MessageEvent('message', { data: 'hello' }))
  expect(uses(60_000)).toBe(false)
  hasFocus.mockReturnValue(false)
  expect(uses(20_000)).toBe(false)
  // The player comes back.
  hasFocus.mockReturnValue(true)
  expect(uses(20_000)).toBe(true)
  stopChat()
  expect(uses(20_000)).toBe(false)
})
