import { cleanup, render, screen } from '@testing-library/preact'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CrashPage } from './CrashPage.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Faulty = ({ fault }: { fault: unknown }) => {
  throw fault
}
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const guarded = (at: string, children: ReactNode) => <ErrorBoundary at={at}>{children}</ErrorBoundary>

test('a render error shows the page of /pages/errors/error-500', async () => {
  const { container } = render(guarded('/a', <Faulty fault={new TypeError('no such thing')} />))
  expect(await screen.findByRole('button', { name: 'Sayfayı yenile' })).toBeTruthy()
  const crash = container.innerHTML
  cleanup()
  expect(render(<CrashPage />).container.innerHTML).toBe(crash)
})

test('a navigation renders again', () => {
  const { rerender } = render(guarded('/a', <Faulty fault={new TypeError('x')} />))
  rerender(guarded('/b', <p>well</p>))
  expect(screen.getByText('well')).toBeTruthy()
})

test('the console logs the error and the component, and no data', () => {
  render(
    guarded(
      '/a',
      <Faulty fault={Object.assign(new TypeError('broken'), { session: { token: 'secret' } })} />,
    ),
  )
  cleanup()
  render(guarded('/a', <Faulty fault={{ token: 'secret' }} />))
  const said = logged.mock.calls.flat()
  expect(said[0]).toMatch(/^TypeError: broken\n.*ErrorBoundary\.test/s)
  expect(said).toHaveLength(2)
  expect(said.every((text: unknown) => typeof text === 'string' && !text.includes('secret'))).toBe(true)
})
