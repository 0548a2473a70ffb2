import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyDialog } from './LazyDialog.tsx'
import { LazyPart, latePart, lazy, noFallback } from './lazy.tsx'
import { clearToasts, toasts } from './toast.ts'

const Part = ({ name }: { name: string }) => <p>part {name}</p>
const settled = () => act(() => new Promise((done) => setTimeout(done)))

afterEach(() => {
  cleanup()
  clearToasts()
})

test('a page is loaded when it is drawn, behind a loading screen', async () => {
  const load = vi.fn(async () => Part)
  const part = lazy(load)
  const { container } = render(<LazyPart part={part} props={{ name: 'a' }} />)
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
  await settled()
  expect(container.textContent).toBe('part a')
  await part.preload()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a page whose chunk fails offers a reload; a part without a fallback draws nothing', async () => {
  const part = lazy<typeof Part>(() => Promise.reject(new Error('offline')))
  const { container } = render(<LazyPart part={part} props={{ name: 'a' }} fallback={noFallback} />)
  await settled()
  expect(container.textContent).toBe('')
  render(<LazyPart part={part} props={{ name: 'a' }} />)
  expect(screen.getByRole('alert')).toBeTruthy()
})

test('a late part draws its children until other code has loaded its module, also after a failure', async () => {
  const load = vi.fn(async () => ({ Part }))
  load.mockRejectedValueOnce(new Error('offline'))
  const module = lazy(load)
  const Late = latePart(module, (loaded) => loaded.Part)
  const { container } = render(<Late name="a">plain</Late>)
  await settled()
  expect([container.textContent, load.mock.calls.length]).toEqual(['plain', 0])
  await act(() => module.preload())
  expect(container.textContent).toBe('plain')
  await act(() => module.preload())
  expect(container.textContent).toBe('part a')
})

test('a dialog loads when it opens; a failure closes it with a notice, and the next opening loads it again', async () => {
  const load = vi.fn(async () => Part)
  load.mockRejectedValueOnce(new Error('offline'))
  const part = lazy(load)
  const onFailed = vi.fn()
  const drawn = (open: boolean) => (
    <LazyDialog part={part} props={{ name: 'a' }} open={open} onFailed={onFailed} />
  )
  const { container, rerender } = render(drawn(false))
  await settled()
  expect(load).not.toHaveBeenCalled()
  rerender(drawn(true))
  await settled()
  expect(onFailed).toHaveBeenCalledTimes(1)
  expect(toasts.value).toHaveLength(1)
  expect(load).toHaveBeenCalledTimes(1)
  rerender(drawn(false))
  rerender(drawn(true))
  await settled()
  expect(container.textContent).toBe('part a')
  expect(load).toHaveBeenCalledTimes(2)
})
