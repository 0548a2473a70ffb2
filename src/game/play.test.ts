import { afterEach, expect, test, vi } from 'vitest'
import { playByKeys } from './play.ts'

/* A refusal stands for a spin: without a visit each key that plays is refused. */
const refused = vi.fn()
const stop = playByKeys(refused)
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

afterEach(() => {
  document.body.replaceChildren()
  refused.mockClear()
})

test('no key plays while a window of the browser lies over the game, such as the idle lock', () => {
  press(' ')
  expect(refused).toHaveBeenCalledTimes(1)
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  dialog.showModal()
  press(' ')
  press('Enter')
  expect(refused).toHaveBeenCalledTimes(1)
  dialog.close()
  press('Enter')
  expect(refused).toHaveBeenCalledTimes(2)
  stop()
})
