import type { Page } from '@playwright/test'
import { stampPages, withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { LoginPage } from '../pages/login-page.ts'

/* The first page of a guest. */

test('the login form is in the HTML before any script runs', async ({ page }) => {
  const answer = await page.request.get('/login', { headers: { accept: 'text/html' } })
  const html = await answer.text()
  const root = html.slice(html.indexOf('id="root"'))
  expect(root).toContain('id="username"')
  expect(root).not.toContain(text('tr', 'app.chunkFailed'))
})

/** Records every rendered text of the page: after each change of the document and before each paint. */
async function watchTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    // innerText excludes hidden text, such as the login behind the splash.
    const record = () => document.body && texts.add(document.body.innerText)
    const onFrame = () => {
      record()
      requestAnimationFrame(onFrame)
    }
    new MutationObserver(record).observe(document, {
      ...{ subtree: true, childList: true, attributes: true, characterData: true },
    })
    onFrame()
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'texts') as Set<string>)])
}

for (const [how, changes, own, others] of [
  ['of the build', {}, 'tr', ['en', 'ar']],
  ['of the operator', { language: 'en', languageSelect: false, arabic: true }, 'en', ['tr', 'ar']],
] as const) {
  test(`the first login is in the language ${how}, and no other is painted before it`, async ({ page }) => {
    await withSettings(page.context(), changes)
    await stampPages(page.context(), changes)
    const texts = await watchTexts(page)
    const loginIn = (language: Locale) => new LoginPage(page, language).submit
    if (how === 'of the operator') {
      // A choice from a time when the language existed.
      await page.addInitScript(() => localStorage.setItem('reelcast.language', 'ar'))
    }
    await page.goto('/login')
    await expect(loginIn(own)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', own)
    const seen = await texts()
    expect(seen.join('\n')).toContain(text(own, 'login.submit'))
    for (const key of ['submit', 'username', 'password', 'remember'])
      for (const language of others) expect(seen.join('\n')).not.toContain(text(language, `login.${key}`))
  })
}
