import { expect, test } from 'vitest'
import { locale } from '../../i18n/index.ts'
import { chooseLocale, storedLocale } from './language.ts'

test('the choice is stored; a language that is not offered is not read from storage', async () => {
  await chooseLocale('en')
  expect(locale.value).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(storedLocale()).toBe('en')
  localStorage.setItem('reelcast.language', 'xx')
  expect(storedLocale()).toBeUndefined()
})
