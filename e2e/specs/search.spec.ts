import type { Browser, Page } from '@playwright/test'
import type { Player } from '../fixtures/platform.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LoginPage } from '../pages/login-page.ts'
import { SearchBox } from '../pages/search-box.ts'

/* The search, and the player's shortcuts. */

async function enter(page: Page, player: Player): Promise<SearchBox> {
  await page.goto('/login')
  await new LoginPage(page).logIn(player)
  await expect(page).toHaveURL(/\/lobby$/)
  return new SearchBox(page)
}

test('Ctrl+K focuses the search, arrows and Enter open a result, and text fields keep their keys @desktop-only', async ({
  page,
  player,
}) => {
  const search = await enter(page, player)
  // Without the field in the bar the key opens the sheet; with it, the key works once the search's code has
  // loaded.
  await search.field.waitFor()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(search.field).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(search.reached).toHaveText(text('tr', 'router.logout'))
  await page.keyboard.press('Home')
  await expect(search.reached).toHaveText(text('tr', 'router.home'))
  await page.keyboard.type('islem')
  await expect(search.options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transactions$/)
  const field = page
    .getByRole('main')
    .getByRole('searchbox')
    .or(page.getByRole('main').getByRole('textbox'))
    .first()
  await field.focus()
  await page.keyboard.press('/')
  await expect(field).toHaveValue('/')
  await field.blur()
  await page.keyboard.press('Control+k')
  await expect(search.field).toBeFocused()
})

/** Logs a player in on another device. */
async function onAnotherDevice(browser: Browser, from: Page, player: Player): Promise<SearchBox> {
  const context = await browser.newContext({
    viewport: from.viewportSize(),
    baseURL: new URL(from.url()).origin,
  })
  return enter(await context.newPage(), player)
}

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/auth/user/update') && answer.ok())

test('shortcuts follow the player to another device, in order @matrix', async ({
  page,
  player,
  account,
  browser,
}) => {
  const search = await enter(page, player)
  await search.showShortcuts()
  await search.openStars()
  const mine = ['transactions', 'profile'].map((name) => text('tr', `router.${name}`))
  for (const name of mine) {
    await Promise.all([saved(page), search.star(name).click()])
    await expect(search.star(name)).toHaveAttribute('aria-pressed', 'true')
  }
  const other = await onAnotherDevice(browser, page, player)
  await other.showShortcuts()
  await expect(other.starred).toHaveText(mine)
  await other.starred.first().click()
  await expect(other.page).toHaveURL(/\/transactions$/)
  await other.page.context().close()
  // Resets the player's shortcuts for the next test.
  await account.post('/auth/user/update', { user: { shortcuts: [] } })
})

test('a shortcut that the server refuses is reverted with a message', async ({ page, guard, player }) => {
  guard.allow(/status of 400/)
  const search = await enter(page, player)
  await search.showShortcuts()
  await page.route('**/auth/user/update', (route) =>
    route.fulfill({ status: 400, json: { code: 40000, ErrorMessage: 'no' } }),
  )
  await search.openStars()
  await expect(search.stars).toBeVisible()
  // A phone with a notch: the title is read below it.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59 } })
  const topOfTitle = () =>
    search.stars.getByRole('heading').evaluate((heading) => {
      const range = document.createRange()
      range.selectNodeContents(heading)
      return range.getBoundingClientRect().top
    })
  await expect.poll(topOfTitle).toBeGreaterThanOrEqual(59)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  const star = search.star(text('tr', 'router.logout'))
  await star.click()
  await expect(page.getByText(text('tr', 'preferences.notSaved')).first()).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})
