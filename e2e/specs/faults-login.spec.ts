import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { type Faults, openFaults } from '../fixtures/fault-proxy.ts'
import { openSignedIn } from '../fixtures/open-game.ts'
import { stored } from '../fixtures/session.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { LoginPage } from '../pages/login-page.ts'

/*
 * Faults of the login's calls and of the notification channel. After each fault the player is logged in and
 * sees the platform's balance, or sees an error and is logged in by the next attempt.
 */

const test = base.extend<{ faults: Faults }>({
  faults: async ({ page, guard }, use) => {
    guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|WebSocket connection to .* failed/)
    await page.clock.install()
    await use(await openFaults(page))
  },
})

/** The login shows an error, can be submitted again, and has stored no token. */
async function expectLoginFailed({ page, notice, submit }: LoginPage): Promise<void> {
  await expect(notice).toHaveText(text('tr', 'failure.network'))
  await expect(submit).toBeEnabled()
  await expect(page).toHaveURL(/\/login$/)
  const kept = { ...(await stored(page, 'local')), ...(await stored(page, 'session')) }
  expect(JSON.stringify(kept)).not.toContain('token')
}

test.beforeEach(async ({ page, faults: _ }) => {
  await page.goto('/login')
})

test('login: with the platform down it shows an error, and logs in after a restart', async ({
  platform,
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const caught = faults.catch('call', '/login')
  await loginPage.logIn(player)
  const call = await caught
  await platform.kill()
  await call.pass()
  await expectLoginFailed(loginPage)
  await platform.startAgain()
  await loginPage.submit.click()
  await agreeInLobby(lobbyPage, account)
})

/** A bonus that is paid outside the page, whose balance the page must show. */
let gifts = 0
const gift = `/api/player/bonus?requestId=gift-${process.pid}-`

test('login: a channel that is cut at its hello reconnects and shows the new balance', async ({
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const caught = faults.catch('request', 'hello')
  await loginPage.logIn(player)
  await caught
  const again = faults.see('ack', 'hello')
  await faults.cut()
  await again
  await agreeInLobby(lobbyPage, account)
  // The new connection delivers pushes.
  expect(await account.get(`${gift}${gifts++}`)).toMatchObject({ status: 200 })
  await agreeInLobby(lobbyPage, account)
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
