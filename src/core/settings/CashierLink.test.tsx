import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { CashierLink } from './CashierLink.tsx'
import { setSettings } from './set-settings.fake.ts'

const cashierUrl = 'https://pay.example/deposit'
const show = async (file: object) => {
  await act(() => setSettings(file))
  render(<CashierLink kind="primary" />)
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the cashier opens in a new tab, without access to the app', async () => {
  await show({ cashierUrl })
  const { href, target, rel } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Para yatır' })
  expect([href, target, rel]).toEqual([cashierUrl, '_blank', 'noopener noreferrer'])
})

test.each([
  ['without a setting', {}],
  ['with an address that no link may have', { cashierUrl: 'javascript:alert(1)' }],
  ['at a kiosk, which opens no tab', { cashierUrl, kiosk: true }],
])('there is no link %s', async (_, file) => {
  await show(file)
  expect(screen.queryByRole('link')).toBeNull()
})
