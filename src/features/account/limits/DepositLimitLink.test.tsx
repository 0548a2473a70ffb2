import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../i18n/index.ts'
import { Limits } from './Limits.tsx'

const depositLimitUrl = 'https://pay.example/limits'
const show = async (file: object) => {
  await act(() => setSettings(file))
  render(<Limits isKept={false} />)
}
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await setLocale('tr')
})

test("the operator's page of deposit limits opens in a new tab, also where the server keeps no limits", async () => {
  await show({ depositLimitUrl })
  const { href, target, rel } = screen.getByRole<HTMLAnchorElement>('link', { name: /^Sınırı yönet/ })
  expect([href, target, rel]).toEqual([depositLimitUrl, '_blank', 'noopener noreferrer'])
  expect(screen.getByText('Para yatırma sınırınızı işletmenin sayfasında belirlersiniz.')).toBeTruthy()
})

test("the operator's text replaces the app's, in the player's language", async () => {
  await show({ depositLimitUrl, depositLimitText: { tr: 'Kasada', en: '<b>At the cashier</b>' } })
  expect(screen.getByText('Kasada')).toBeTruthy()
  await act(() => setLocale('en'))
  expect(screen.getByText('<b>At the cashier</b>')).toBeTruthy()
})

test.each([
  ['without a setting', { depositLimitText: 'Kasada' }],
  ['with an address that no link may have', { depositLimitUrl: 'javascript:alert(1)' }],
  ['at a kiosk, which opens no tab', { depositLimitUrl, kiosk: true }],
])('there is no deposit limit %s', async (_, file) => {
  await show(file)
  expect(screen.queryByTestId('deposit-limit')).toBeNull()
})
