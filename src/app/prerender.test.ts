// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

async function prerender(settings: unknown) {
  vi.stubGlobal('__SETTINGS__', settings)
  return (await import('./prerender.tsx')).prerender()
}

test.each([
  [undefined, 'lang="tr" dir="ltr" data-words="tr,tr,en"', 'Giriş yap', ['TR', 'EN']],
  [{ language: 'en' }, 'lang="en" dir="ltr" data-words="en,tr,en"', 'Log in', ['TR', 'EN']],
  [{ language: 'en', languageSelect: false }, 'lang="en" dir="ltr" data-words="en"', 'Log in', []],
  [
    { language: 'ar', arabic: true },
    'lang="ar" dir="rtl" data-words="ar,tr,en,ar"',
    'تسجيل الدخول',
    ['AR', 'TR', 'EN'],
  ],
  [
    { language: 'xx', languageSelect: 0 },
    'lang="tr" dir="ltr" data-words="tr,tr,en"',
    'Giriş yap',
    ['TR', 'EN'],
  ],
])(
  "the built page is in the operator's language, with their choice of languages: %j",
  async (settings, attributes, title, choice) => {
    const page = await prerender(settings)
    expect(page.attributes).toBe(attributes)
    expect(page.login).toContain(`<h1>${title}</h1>`)
    expect([...page.login.matchAll(/lang="\w+"[^>]*>(\w+)</g)].map(([, code]) => code)).toEqual(choice)
    expect(['document', 'window', 'location'].filter((name) => name in globalThis)).toEqual([])
  },
)

test('the built login has the form that the first script serves (first/early-login.ts)', async () => {
  const { login } = await prerender(undefined)
  expect(login.match(/<button type="submit"[^>]*aria-disabled="true"/g)).toHaveLength(1)
  expect([...login.matchAll(/<input name="(\w+)" minlength/g)].map(([, name]) => name)).toEqual([
    'username',
    'password',
  ])
})
