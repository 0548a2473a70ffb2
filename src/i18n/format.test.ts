import { afterEach, expect, test, vi } from 'vitest'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { count, money } from './format.ts'
import { setLocale } from './index.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLocale('tr')
})

test("cents are divided once, in the operator's currency and the player's language", async () => {
  await setSettings({ currency: 'TRY' })
  expect(money(1_234_567)).toBe('₺12.345,67')
  await setLocale('en')
  expect(money(1_234_567)).toBe('₺12,345.67')
  expect(money(-5)).toBe('-₺0.05')
  expect(count(1000)).toBe('1,000')
  expect(money(5, { signDisplay: 'exceptZero' })).toBe('+₺0.05')
  expect(money(123_400, { maximumFractionDigits: 0 })).toBe('₺1,234')
  expect(money(123_400)).toBe('₺1,234.00')
})
