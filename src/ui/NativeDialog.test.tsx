import { cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { NativeDialog } from './NativeDialog.tsx'

afterEach(cleanup)

test('a dialog that was taken away does not report its close, which browsers do later', () => {
  const onClose = vi.fn()
  const { container, unmount } = render(<NativeDialog onClose={onClose} />)
  const dialog = container.querySelector('dialog')
  unmount()
  dialog?.dispatchEvent(new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

test('nor does one that is open again', () => {
  const onClose = vi.fn()
  const { container } = render(<NativeDialog onClose={onClose} />)
  container.querySelector('dialog')?.dispatchEvent(new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

test('one that the player closes does', () => {
  const onClose = vi.fn()
  const { container } = render(<NativeDialog onClose={onClose} />)
  container.querySelector('dialog')?.close()
  expect(onClose).toHaveBeenCalledOnce()
})
