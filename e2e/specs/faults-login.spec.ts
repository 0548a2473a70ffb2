import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { type Faults, openFaults } from '../fixtures/fault-proxy.ts'
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
