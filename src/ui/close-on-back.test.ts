import { afterEach, expect, test, vi } from 'vitest'
import { closeOnBack } from './close-on-back.ts'

afterEach(() => {
  Reflect.deleteProperty(window, 'CloseWatcher')
})

test('the back gesture closes until the watcher is disposed', () => {
  const made: { onclose?: () => void; destroy: ReturnType<typeof vi.fn> }[] = []
  class Fake {
    destroy = vi.fn()
    constructor() {
      made.push(this)
    }
  }
  Object.assign(window, { CloseWatcher: Fake })
  const close = vi.fn()
  const stop = closeOnBack(close)
  made[0]?.onclose?.()
  expect(close).toHaveBeenCalledTimes(1)
  stop()
  expect(made[0]?.destroy).toHaveBeenCalledTimes(1)
})

test('a browser without watchers is left as it is', () => {
  expect(() => closeOnBack(() => {})()).not.toThrow()
})
