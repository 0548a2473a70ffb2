import { expect, test } from 'vitest'
import { locale } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'
import { startLocale } from './start-locale.ts'

test('the choice is stored; a language that is not offered is not read from storage', async () => {
  await chooseLocale('en')
  expect(locale.value).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(startLocale(['tr', 'en'], 'tr')).toBe('en')
  expect(startLocale(['tr'], 'tr')).toBe('tr')
  expect(startLocale([], 'ar')).toBe('ar')
  localStorage.setItem('reelcast.language', 'xx')
  expect(startLocale(['tr', 'en'], 'tr')).toBe('tr')
})
