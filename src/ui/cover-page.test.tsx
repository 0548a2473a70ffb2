import { act, cleanup, fireEvent, render } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COVER_MS } from './cover-page.ts'
import { Modal, preloadFluent, prepareModal } from './fluent-widgets.tsx'
import { NativeDialog } from './NativeDialog.tsx'

const ignore = () => {}
const modal = (
  <Modal title="" actions={null} onClose={ignore}>
    <button type="button" />
  </Modal>
)
const native = (
  <NativeDialog>
    <button type="button" />
  </NativeDialog>
)
const covers = () => document.querySelectorAll('[data-cover]').length
const button = () => document.querySelector('[role=dialog] button, dialog button') as Element
/** Whether the page receives the key. */
const receives = (key: string) => fireEvent.keyDown(document.body, { key })

// Fluent is large, and loads slowly on a busy machine.
beforeAll(preloadFluent, 60_000)
beforeEach(() => {
  vi.useFakeTimers()
  Reflect.deleteProperty(Element.prototype, 'animate')
})
afterEach(() => {
  cleanup()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const DIALOGS = [
  ['Fluent', modal],
  ['native', native],
] as const

test.each(DIALOGS)('a second tap or press after a %s dialog does not reach the page', (_kind, dialog) => {
  for (const press of [
    () => fireEvent.pointerDown(button()),
    () => fireEvent.keyDown(button(), { key: 'Enter' }),
  ]) {
    const { unmount } = render(dialog)
    press()
    expect(covers()).toBe(0)
    unmount()
    expect([covers(), receives('Enter'), receives(' ')]).toEqual([1, false, false])
    // Other keys, and what comes later, are meant for the page.
    expect(receives('Escape')).toBe(true)
    act(() => void vi.advanceTimersByTime(COVER_MS))
    expect([covers(), receives('Enter'), receives(' ')]).toEqual([0, true, true])
  }
})

test.each(DIALOGS)('a %s dialog that Escape closes leaves no cover', (_kind, dialog) => {
  const { unmount } = render(dialog)
  fireEvent.pointerDown(button())
  fireEvent.keyDown(button(), { key: 'Escape' })
  unmount()
  expect([covers(), receives('Enter')]).toEqual([0, true])
})

test.each(DIALOGS)(
  'neither does a %s dialog that a push closes well after the last press',
  (_kind, dialog) => {
    const { unmount } = render(dialog)
    fireEvent.pointerDown(button())
    vi.advanceTimersByTime(1000)
    unmount()
    expect(covers()).toBe(0)
  },
)

test.each(DIALOGS)(
  'a %s dialog that its own command closes covers, however long that took',
  async (_, dialog) => {
    for (const isStillBusy of [true, false]) {
      const { unmount } = render(dialog)
      const pressed = button()
      fireEvent.pointerDown(pressed)
      pressed.setAttribute('aria-busy', 'true')
      await vi.advanceTimersByTimeAsync(8000)
      if (!isStillBusy) pressed.removeAttribute('aria-busy')
      await vi.advanceTimersByTimeAsync(0)
      unmount()
      expect(covers()).toBe(1)
      act(() => void vi.advanceTimersByTime(COVER_MS))
    }
  },
)

test('a dialog that stays mounted covers once at its own close, and not at its later unmount', () => {
  const { container, unmount } = render(native)
  fireEvent.pointerDown(button())
  act(() => container.querySelector('dialog')?.close())
  expect(covers()).toBe(1)
  act(() => void vi.advanceTimersByTime(COVER_MS))
  unmount()
  expect(covers()).toBe(0)
})

test('a key that is held since then presses nothing; a new press does', () => {
  const { unmount } = render(native)
  fireEvent.keyDown(button(), { key: 'Enter' })
  unmount()
  act(() => void vi.advanceTimersByTime(COVER_MS))
  const repeats = () => fireEvent.keyDown(document.body, { key: 'Enter', repeat: true })
  expect([repeats(), receives('Enter'), repeats()]).toEqual([false, true, true])
})

test('neither does the rehearsal of a dialog, nor one that fades out under its own cover', async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  fireEvent.pointerDown(document.body)
  await prepareModal(modal)
  render(<NativeDialog data-leaving="" />).unmount()
  expect(covers()).toBe(0)
})

test('a tap on the cover leaves the focus where the dialog has returned it', () => {
  const { unmount } = render(native)
  fireEvent.pointerDown(button())
  unmount()
  expect(fireEvent.mouseDown(document.querySelector('[data-cover]') as Element)).toBe(false)
})
