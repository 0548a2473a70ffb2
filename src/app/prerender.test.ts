// @vitest-environment node
import { expect, test } from 'vitest'
import { LOCALE_CODES, LOCALE_NAMES } from '../contract/locales.ts'
import { prerender } from './prerender.tsx'

const { login, splash } = prerender()

test('the built login has keys in the place of its texts, and all languages to choose from', () => {
  expect(login).toContain('<h1>login.title</h1>')
  const choice = [...login.matchAll(/lang="(\w+)"[^>]*>([^<]+)</g)].map(([, ...button]) => button)
  expect(choice).toEqual(LOCALE_CODES.map((code) => [code, LOCALE_NAMES[code]]))
  expect(login.match(/Giriş|Şifre|label="Reelcast/)).toBeNull()
  expect(['document', 'window', 'location'].filter((name) => name in globalThis)).toEqual([])
})

test('the splash screen has the name of the app', () => {
  expect(splash).toContain('aria-label="Reelcast"')
})

test('the built login has the form that the first script serves (features/login/early-login.ts)', () => {
  expect(login.match(/<button type="submit"[^>]*aria-disabled="true"/g)).toHaveLength(1)
  expect([...login.matchAll(/<input name="(\w+)" minlength/g)].map(([, name]) => name)).toEqual([
    'username',
    'password',
  ])
})
