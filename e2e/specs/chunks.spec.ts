import type { Page } from '@playwright/test'
import { chunksOf, type Wave } from '../../vite/chunks.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* What a page does when a part of its code does not come. */

const WAVES: readonly Wave[] = ['first', 'live', 'later']

/** A stylesheet that failed is requested again, and applies. */
const expectStyles = (page: Page, name: string) =>
  expect(page.locator(`link[rel=stylesheet][href*="/${name}-"]`)).toHaveJSProperty('sheet.disabled', false)

test('each file fails once in a whole visit: it is asked for again, and everything works @matrix', async ({
  page,
  guard,
  player,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  test.setTimeout(180_000)
  guard.allow(/Failed to load resource|dynamically imported|Unable to preload|net::ERR_FAILED|preload/)
  const failed = new Set<string>()
  await page.route(/\/assets\/[\w.-]+\.(js|css)$/, async (route) => {
    const name = route
      .request()
      .url()
      .replace(/^.*\/assets\/|-[\w-]{7,8}(?=\.\w+$)/g, '')
    // Without the page's own script nothing can ask again.
    if (failed.has(name) || name.startsWith('first-screen')) return route.continue()
    failed.add(name)
    return route.abort()
  })
  const retry = page.getByRole('button', { name: text('tr', 'app.retry') })
  await page.addLocatorHandler(retry, () => retry.click())

  await page.goto('/login')
  await loginPage.logIn(player)
  // What comes after the login is asked for again at the next press.
  await expect(async () => {
    if (await loginPage.submit.isVisible()) await loginPage.submit.click()
    await expect(lobbyPage.brands).not.toHaveCount(0, { timeout: 3_000 })
  }).toPass()
  await expect.poll(() => lobbyPage.cents()).toBeGreaterThan(0)
  await lobbyPage.openMenu()
  await page
    .getByRole('link', { name: text('tr', 'router.profile') })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: text('tr', 'router.profile'), level: 1 })).toBeVisible()

  await expectStyles(page, 'later')
  await page.goto('/lobby')
  await lobbyPage.openBrand('Kervan')
  await lobbyPage.join(await lobbyPage.freeMachine.locator('strong').innerText())
  await gamePage.frames(5)
  // A part that the player opens says that it did not come; the next press loads it again.
  await expect(async () => {
    await gamePage.loadButton.click()
    await expect(gamePage.dialog).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await gamePage.load('500')
  await expect(async () => {
    await page.getByRole('button', { name: text('tr', 'info-panel.open') }).click()
    await expect(page.getByRole('tab', { name: text('tr', 'info-panel.tab.settings') })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()

  await expectStyles(page, 'game-later')

  const needed = (['lobby', 'game'] as const).flatMap((page) => WAVES.flatMap((wave) => chunksOf(page, wave)))
  for (const name of new Set([...needed, 'login', 'account', 'info-panel']))
    if (name !== 'first-screen') expect([...failed], name).toContain(`${name}.js`)
})
