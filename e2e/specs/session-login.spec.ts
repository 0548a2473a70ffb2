import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { LOCALE_CODES, LOCALES } from '../../src/contract/locales.ts'
import { watchShifts } from '../fixtures/layout-shifts.ts'
import { stored } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LoginPage } from '../pages/login-page.ts'

/* The login form before and while the app's code comes. */

/** Holds back all requests for these addresses. Returns what lets them go. */
async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {}
  const due = new Promise<void>((done) => (letGo = done))
  await page.route(addresses, async (route) => {
    await due
    await route.fallback()
  })
  return () => letGo()
}

for (const language of LOCALE_CODES)
  test(`a login in ${language} is used before the app's code has come @matrix`, async ({
    page,
    context,
    player,
    lobbyPage,
  }) => {
    const sendCode = await holdBack(page, '**/assets/*.js')
    await withSettings(context, { language, arabic: true })
    await page.goto('/login', { waitUntil: 'commit' })
    const login = new LoginPage(page, language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(language, 'login.title'))
    await expect(page.locator('html')).toHaveAttribute('dir', LOCALES[language].dir)
    await login.username.fill(player.username)
    await login.password.fill(player.password)
    await expect(login.submit).toHaveAttribute('aria-disabled', 'false')
    await login.submit.click()
    await expect(page.locator('html')).toHaveAttribute('data-boot', 'login')
    sendCode()
    await expect(lobbyPage.brands).not.toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  })

test('the language and the password of a login are switched before the app has come @matrix', async ({
  page,
  loginPage,
}) => {
  const sendCode = await holdBack(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await loginPage.password.fill('secret')
  await page.getByRole('button', { name: 'English' }).click()
  const english = new LoginPage(page, 'en')
  await expect(english.submit).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await english.eye.click()
  await expect(english.password).toHaveAttribute('type', 'text')
  await expect(english.eye).toHaveAttribute('aria-pressed', 'true')
  sendCode()
  await expect(page.locator('html')).toHaveAttribute('data-boot', 'app')
  await expect(english.password).toHaveValue('secret')
  await expect(english.password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  await english.eye.click()
  await expect(english.password).toHaveAttribute('type', 'password')
  await expect(english.eye).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(english.submit).toBeVisible()
})

test('a player types on while Settings.json changes the language of the login @matrix', async ({
  page,
  context,
  player,
  lobbyPage,
}) => {
  const sendCode = await holdBack(page, '**/assets/*.js')
  await withSettings(context, { language: 'ar', arabic: true })
  const sendSettings = await holdBack(page, '**/Settings.json')
  await page.goto('/login', { waitUntil: 'commit' })
  const [before, after] = [new LoginPage(page, 'tr'), new LoginPage(page, 'ar')]
  await before.remember.check()
  await before.password.fill(player.password)
  await before.username.pressSequentially(player.username.slice(1))
  await page.keyboard.press('Home')
  sendSettings()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(after.username).toBeFocused()
  await page.keyboard.press(player.username.charAt(0))
  await expect(after.username).toHaveValue(player.username)
  await expect(after.submit).toHaveAttribute('aria-disabled', 'false')
  await expect(after.remember).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(after.submit).toHaveAttribute('aria-busy', 'true')
  sendCode()
  await expect(lobbyPage.brands).not.toHaveCount(0)
  expect(Object.keys(await stored(page, 'local'))).toContain('reelcast.token')
})

test('a login page whose HTML arrives in two parts has no layout shift', async ({ page, platform }) => {
  let sendRest = () => {}
  const server = createServer(async ({ url = '/', headers: { accept = '' } }, response) => {
    const answer = await fetch(platform.address + url, { headers: { accept } })
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    if (url !== '/login') return response.end(body)
    const middle = body.indexOf('<label for="password">')
    response.write(body.subarray(0, middle))
    sendRest = () => response.end(body.subarray(middle))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = server.address()
  if (!at || typeof at === 'string') throw new Error('no port')
  const shifts = await watchShifts(page)
  await page.goto(`http://127.0.0.1:${at.port}/login`, { waitUntil: 'commit' })
  await page.locator('template').waitFor({ state: 'attached' })
  // Long enough for a paint.
  const threeFrames = () =>
    new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
  await page.evaluate(threeFrames)
  await expect(page.locator('#username')).not.toBeAttached()
  sendRest()
  await expect(page.locator('html')).toHaveAttribute('data-boot', 'app')
  expect(await shifts()).toEqual([])
  server.closeAllConnections()
  server.close()
})
