import { type Faults, openFaults } from '../fixtures/fault-proxy.ts'
import { openSignedIn } from '../fixtures/open-game.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* What a page says of a notification channel that is cut for good, and of texts that do not come. */

const test = base.extend<{ faults: Faults }>({
  faults: async ({ page, guard }, use) => {
    guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|WebSocket connection to .* failed/)
    await page.clock.install()
    await use(await openFaults(page))
  },
})

test.beforeEach(async ({ page, faults: _ }) => {
  await page.goto('/login')
})

test('a page whose channel is cut for good shows since when', async ({
  page,
  platform,
  player,
  lobbyPage,
  faults,
}) => {
  await openSignedIn(page, platform, player, '/transactions')
  // The banner loads with the menu.
  await expect(lobbyPage.menuButton).toBeEnabled({ timeout: 20_000 })
  await page.routeWebSocket(/\/socket\.io\//, (ws) => ws.close({ code: 1006 }))
  await faults.cut()
  const [before = '', after = ''] = text('tr', 'frame.linkDown', { time: '|' }).split('|')
  const banner = page.getByRole('status').filter({ hasText: before })
  await expect(banner).toHaveText(new RegExp(`^${before}\\d\\d[:.]\\d\\d${after}$`))
})

/** The files of English texts of these parts. */
const englishTexts = (parts: string) => new RegExp(`/assets/texts-(${parts})-en-`)

test('texts: a chosen language whose later texts do not come is reported, and applies once they come', async ({
  page,
  loginPage,
  guard,
}) => {
  guard.allow(/ERR_FAILED/)
  const title = page.getByRole('heading', { level: 1 })
  await page.route(englishTexts('.*'), (route) => route.abort())
  // Before the app has come, the press shows the page's own English texts.
  await expect(page.locator('html')).toHaveAttribute('data-boot', 'app')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(loginPage.notice).toHaveText(text('tr', 'failure.network'))
  await expect(title).toHaveText(text('tr', 'login.title'))
  // A visit that begins in that language: the page itself has the texts of the login.
  await page.reload()
  await expect(title).toHaveText(text('en', 'login.title'))
  await expect(loginPage.notice).toHaveText(text('en', 'failure.network'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.unroute(englishTexts('.*'))
  await page.clock.fastForward(10_000)
  await expect(loginPage.notice).toBeEmpty()
  await expect(title).toHaveText(text('en', 'login.title'))
})

test('texts: what comes later is Turkish until its texts are there in the language of the page', async ({
  page,
  platform,
  player,
  guard,
}) => {
  guard.allow(/ERR_FAILED/)
  await page.route(englishTexts('rest'), (route) => route.abort())
  await page.evaluate(() => localStorage.setItem('reelcast.language', 'en'))
  await openSignedIn(page, platform, player)
  await expect(page.getByRole('heading', { name: text('en', 'lobby.choose') })).toBeVisible()
  await expect(page.getByText(text('en', 'failure.network')).first()).toBeVisible()
  await expect(page.getByText(text('tr', 'card-overlay.hot')).first()).toBeVisible()
  await page.unroute(englishTexts('rest'))
  await page.clock.fastForward(10_000)
  await expect(page.getByText(text('en', 'card-overlay.hot')).first()).toBeVisible()
  await expect(page.getByText(text('tr', 'card-overlay.hot'))).toHaveCount(0)
})
