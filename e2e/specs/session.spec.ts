import type { Page } from '@playwright/test'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { expectSignedIn, stored, tokenIn } from '../fixtures/session.ts'
import { stampPages, withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'

/* The life of a login: its first page, after a reload, on another visit, and without an answer. */

const LOGIN = /\/login$/

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

test('a session belongs to its tab, and to the device with Remember me @matrix', async ({
  page,
  context,
  browser,
  platform,
  player,
  loginPage,
}) => {
  await page.goto('/login')
  await loginPage.remember.uncheck()
  await loginPage.logIn(player)
  await expectSignedIn(page)
  const first = await tokenIn(page)
  await page.reload()
  await expectSignedIn(page)
  expect((await stored(page, 'local'))['reelcast.token']).toBeUndefined()
  expect(first).not.toBe('')
  const tab = await context.newPage()
  await tab.goto('/lobby')
  await expect(tab).toHaveURL(LOGIN)

  // As it was left on this device.
  await expect(new LoginPage(tab).remember).not.toBeChecked()
  await new LoginPage(tab).remember.check()
  await new LoginPage(tab).logIn(player)
  await expectSignedIn(tab)
  // The browser is closed and opened again.
  const later = await browser.newContext({
    storageState: await context.storageState(),
    baseURL: platform.address,
  })
  const next = await later.newPage()
  await next.goto('/')
  await expectSignedIn(next)
  await new LobbyPage(next).isOf(player)
  await later.close()
})

test('the splash stays until the session is validated; without an answer there is Retry', async ({
  page,
  guard,
  account,
  lobbyPage,
}) => {
  guard.allow(/ERR_FAILED/)
  await openWithToken(page, '/lobby', account.token)
  await expectSignedIn(page)
  let answer = () => {}
  await page.route('**/api/validate', async (route) => {
    await new Promise<void>((done) => {
      answer = done
    })
    await route.abort()
  })
  const asked = page.waitForRequest('**/api/validate')
  await page.reload()
  await asked
  await expect(page.locator('#splash')).toBeVisible()
  await expect(page.locator('#root > :visible')).toHaveCount(0)
  answer()
  const retry = page.getByRole('button', { name: text('tr', 'app.retry') })
  await expect(page.getByRole('alert')).toHaveText(text('tr', 'failure.network'))
  await page.unroute('**/api/validate')
  await retry.click()
  await expectSignedIn(page)
  await expect(lobbyPage.balance).toContainText('₺')
})
