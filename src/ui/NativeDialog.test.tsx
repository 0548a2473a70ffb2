import { cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { NativeDialog } from './NativeDialog.tsx'

afterEach(cleanup)

test('an unmounted dialog does not report its close event, which browsers fire later', () => {
  const onClose = vi.fn()
  const { container, unmount } = render(<NativeDialog onClose={onClose} />)
  const dialog = container.querySelector('dialog')
  unmount()
  dialog?.dispatchEvent(new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog that is open again does not report it either', () => {
  const onClose = vi.fn()
  const { container } = render(<NativeDialog onClose={onClose} />)
  container.querySelector('dialog')?.dispatchEvent(new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog that the player closes reports it', () => {
  const onClose = vi.fn()
  const { container } = render(<NativeDialog onClose={onClose} />)
  container.querySelector('dialog')?.close()
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a button', <button key="at" type="button" />, true],
  ['nothing to focus', <p key="at" />, true],
  ['a choice', <input key="at" type="radio" />, true],
  ['a text field', <input key="at" />, false],
])('a dialog that starts with %s: whether it has the first focus itself', (_, first, isItself) => {
  const { container } = render(
    <NativeDialog>
      {first}
      <button type="button" />
    </NativeDialog>,
  )
  expect(document.activeElement === container.querySelector('dialog')).toBe(isItself)
})
