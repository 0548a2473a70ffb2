import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from './Toasts.tsx'
import { clearToasts, type ToastOptions, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.useRealTimers()
})

const show = (message: string, options?: ToastOptions) => act(() => void toast(message, options))
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const seen = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const read = () => [...screen.getByRole('log').children].map(({ textContent }) => textContent)

test('each closes after its time: 3 s, 6 s, 10 s', () => {
  show('normal')
  show('message', { ms: 6000 })
  show('closing', { ms: 10_000 })
  pass(2999)
  expect(seen()).toEqual(['normal', 'message', 'closing'])
  pass(1)
  expect(seen()).toEqual(['message', 'closing'])
  pass(2999)
  expect(seen()).toHaveLength(2)
  pass(1)
  expect(seen()).toEqual(['closing'])
  pass(4000)
  expect(seen()).toEqual([])
})

test('a toast for screen readers only is not visible', () => {
  show('₺500.00 loaded', { unseen: true })
  expect([seen(), read()]).toEqual([[], ['₺500.00 loaded']])
})

test('a change in place restarts its time', () => {
  show('10 s', { id: 'closing' })
  pass(2500)
  show('8 s', { id: 'closing' })
  pass(2500)
  expect(seen()).toEqual(['8 s'])
  pass(500)
  expect(seen()).toEqual([])
})

test.each([
  ['pointed at', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focused', (toast: HTMLElement) => toast.focus(), (toast: HTMLElement) => toast.blur()],
])('while it is %s its own timer pauses, and no other', (_how, hold, release) => {
  show('a')
  show('b')
  pass(2000)
  act(() => void hold(screen.getByText('a', { selector: 'button' })))
  pass(60_000)
  expect(seen()).toEqual(['a'])
  act(() => void release(screen.getByText('a', { selector: 'button' })))
  pass(999)
  expect(seen()).toEqual(['a'])
  pass(1)
  expect(seen()).toEqual([])
})

test('a change during the hover keeps it open', () => {
  show('9 s', { id: 'closing', quiet: true })
  act(() => void fireEvent.pointerEnter(screen.getByRole('button')))
  show('8 s', { id: 'closing', quiet: true })
  pass(60_000)
  expect(seen()).toEqual(['8 s'])
})

test('a click, Enter, Space and Escape close it', () => {
  show('a')
  fireEvent.click(screen.getByRole('button'))
  show('b')
  fireEvent.keyDown(screen.getByRole('button'), { key: 'a' })
  expect(seen()).toEqual(['b'])
  // Handled, so that the key closes nothing else.
  expect(fireEvent.keyDown(screen.getByRole('button'), { key: 'Escape' })).toBe(false)
  act(() => {})
  expect(seen()).toEqual([])
})

test('one that a key closes leaves its focus to the page', async () => {
  const page = document.body.appendChild(document.createElement('main'))
  show('a')
  const one = screen.getByRole('button')
  one.focus()
  fireEvent.keyDown(one, { key: 'Escape' })
  await act(async () => {})
  expect([seen(), document.activeElement]).toEqual([[], page])
  page.remove()
})

test('a screen reader announces each new message once, and no changing figure', () => {
  show('10 s left', { id: 'closing' })
  for (const seconds of [9, 8, 7]) show(`${seconds} s left`, { id: 'closing', quiet: true })
  show('other')
  expect(read()).toEqual(['10 s left', 'other'])
  show('the end', { id: 'closing' })
  expect(read()).toEqual(['other', 'the end'])
  expect(seen()).toEqual(['the end', 'other'])
  // Outside the app, which a dialog hides; the visible toasts are no live region.
  const log = screen.getByRole('log')
  expect(log.parentElement).toBe(document.body)
  expect(log.hasAttribute('data-tabster-never-hide')).toBe(true)
  expect(screen.getByRole('button', { name: 'the end' }).closest('[aria-live],[role=status]')).toBeNull()
  cleanup()
  expect(screen.queryByRole('log')).toBeNull()
})

test('a message that is over can no longer be read', () => {
  show('spinning', { unseen: true })
  show('no credit', { ms: 6000 })
  pass(3000)
  expect(read()).toEqual(['no credit'])
  fireEvent.click(screen.getByRole('button'))
  act(() => {})
  expect(read()).toEqual([])
})

test('a toast that closes under the pointer does not pause the next one', () => {
  show('a', { id: 'closing' })
  act(() => void fireEvent.pointerEnter(screen.getByRole('button')))
  fireEvent.click(screen.getByRole('button'))
  show('b', { id: 'closing' })
  pass(3000)
  expect(seen()).toEqual([])
})

test('over a modal dialog it is visible, hoverable and announced inside it', () => {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  render(<Toasts />, { container: dialog })
  show('a')
  const inside = within(dialog)
  expect(inside.getByRole('log', { hidden: true }).textContent).toBe('a')
  act(() => void fireEvent.pointerEnter(inside.getByRole('button', { hidden: true })))
  pass(60_000)
  expect(inside.getByRole('button', { hidden: true }).textContent).toBe('a')
  cleanup()
  dialog.remove()
})

test('messages queued before it has loaded are shown for their full time', () => {
  cleanup()
  show('early')
  pass(60_000)
  render(<Toasts />)
  expect([seen(), read()]).toEqual([['early'], ['early']])
  pass(3000)
  expect(seen()).toEqual([])
})

test('while the page is hidden the timer pauses', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const sight = (is: boolean) => {
    hidden.mockReturnValue(!is)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  show('a')
  pass(2000)
  sight(false)
  show('b')
  pass(60_000)
  expect(seen()).toEqual(['a', 'b'])
  sight(true)
  pass(1000)
  expect(seen()).toEqual(['b'])
  pass(2000)
  expect(seen()).toEqual([])
  hidden.mockRestore()
})
