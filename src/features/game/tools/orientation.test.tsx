import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RotationEffect, toggleRotation } from './orientation.ts'
import { landscapeLocked, pageRotated } from './rotation-state.ts'

/** The browser's answer to the request for the lock, which a test gives. */
let answer: { lock(): void; refuse(): void }
const lock = vi.fn(
  () =>
    new Promise<void>((done, fail) => {
      answer = { lock: done, refuse: () => fail(new DOMException('', 'NotSupportedError')) }
    }),
)
const unlock = vi.fn()
let isFull = false

beforeEach(() => {
  isFull = false
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  vi.stubGlobal('screen', { orientation: { lock, unlock } })
  const setFull = (next: boolean) => async () => {
    isFull = next
  }
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => (isFull ? document.documentElement : null), configurable: true },
    exitFullscreen: { value: setFull(false), configurable: true },
  })
  Object.defineProperty(document.documentElement, 'requestFullscreen', {
    value: setFull(true),
    configurable: true,
  })
  render(<RotationEffect />)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
    Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
})
/** Starts the rotation of a press, which has no answer yet. */
async function begin(): Promise<{ pressed: Promise<void> }> {
  const pressed = toggleRotation()
  await vi.waitFor(() => expect(lock).toHaveBeenCalled())
  return { pressed }
}

test('a second press before the answer does not ask again, and full screen ends with the lock', async () => {
  const { pressed } = await begin()
  await act(toggleRotation)
  expect(lock).toHaveBeenCalledOnce()
  answer.lock()
  await act(() => pressed)
  await act(toggleRotation)
  expect([landscapeLocked.value, isFull]).toEqual([false, false])
})

test('a lock that comes after the game was left is given up, with its full screen', async () => {
  const { pressed } = await begin()
  await act(async () => cleanup())
  answer.lock()
  await act(() => pressed)
  expect(unlock).toHaveBeenCalledOnce()
  expect([landscapeLocked.value, isFull]).toEqual([false, false])
})

test('a refusal that comes after the game was left does not rotate the next game', async () => {
  const { pressed } = await begin()
  await act(async () => cleanup())
  answer.refuse()
  await act(() => pressed)
  expect(pageRotated.value).toBe(false)
})
