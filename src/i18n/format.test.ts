import { afterEach, expect, test, vi } from 'vitest'
import { CURRENCIES } from '../contract/currencies.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { count, money } from './format.ts'
import { setLocale } from './index.ts'

const use = async (currency: string) => {
  await setSettings({ currency })
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLocale('tr')
})

test("cents are divided once, in the operator's currency and the player's language", async () => {
  await use('TRY')
  expect(money(1_234_567)).toBe('₺12.345,67')
  await setLocale('en')
  expect(money(1_234_567)).toBe('₺12,345.67')
  expect(money(-5)).toBe('-₺0.05')
  expect(count(1000)).toBe('1,000')
  expect(money(5, { signDisplay: 'exceptZero' })).toBe('+₺0.05')
  expect(money(123_400, { maximumFractionDigits: 0 })).toBe('₺1,234')
  expect(money(123_400)).toBe('₺1,234.00')
})

test.each(CURRENCIES)('%s divides by 100 as well', async (currency) => {
  await use(currency)
  await setLocale('en')
  const digits = money(123_400).replace(/[^\d.]/g, '')
  expect(digits).toMatch(/^1234(\.00)?$/)
})
