import type { Page } from '@playwright/test'
import { ask } from '../fixtures/api-client.ts'
import { walkToGame } from '../fixtures/open-game.ts'
import { bearer, expectSignedIn, stored, tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'

/* The end of a login, and what it leaves on the device. */

/**
 * Hiding the balance is a preference of the device, and the only stored value that outlives a login in these
 * tests.
 */
const PREFERENCE = { 'reelcast.balance-hidden': '1' }
const LOGIN = /\/login$/

/** Expects the login, with no data of the player in the storage or on the page. */
async function holdsNothing(page: Page): Promise<void> {
  await new LoginPage(page).isEmpty()
  expect(await stored(page, 'session')).toEqual({})
  expect(await stored(page, 'local')).toEqual(PREFERENCE)
  await expect(new LobbyPage(page).menuButton).toHaveCount(0)
  await expect(new LobbyPage(page).balance).toHaveCount(0)
}

const hideBalance = (page: Page) =>
  page.getByRole('button', { name: text('tr', 'frame.hideBalance') }).click()

test('the logout wipes the device, and Back shows the login @matrix', async ({
  page,
  platform,
  player,
  loginPage,
  lobbyPage,
}) => {
  await page.goto('/login')
  await loginPage.logIn(player)
  await expectSignedIn(page)
  await hideBalance(page)
  const token = await tokenIn(page)
  await lobbyPage.openBrand('Kervan')
  await lobbyPage.logOut()
  await expect(loginPage.notice).toHaveText(text('tr', 'session.logout'))
  await holdsNothing(page)
  expect((await ask(platform, '/api/player/balance', bearer(token))).status).toBe(401)
  await page.goBack()
  await holdsNothing(page)
  await page.reload()
  await holdsNothing(page)
})

test('a failed check of the token shows the reason, away from the edges of the screen', async ({
  page,
  guard,
  player,
  loginPage,
}) => {
  guard.allow(/status of 500/)
  await page.goto('/login')
  await loginPage.logIn(player)
  await expectSignedIn(page)
  const ErrorMessage = `The service is not there. ${'It comes back as soon as it can. '.repeat(4)}${'x'.repeat(80)}`
  await page.route('**/api/validate', (route) =>
    route.fulfill({ status: 500, json: { code: 99_999, ErrorMessage } }),
  )
  await page.reload()
  const message = page.getByText(ErrorMessage)
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box?.x).toBeGreaterThanOrEqual(12)
  expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width - 12)
})

test('a session revoked elsewhere ends the game with the reason and keeps the credit @matrix', async ({
  page,
  guard,
  player,
  account,
  platform,
  loginPage,
  gamePage,
  lobbyPage,
}) => {
  guard.allow(/status of (401|404)/)
  const money = await account.balance()
  await walkToGame({ loginPage, lobbyPage, gamePage }, player)
  await gamePage.load('100')
  await ask(platform, '/api/player/logout', { ...bearer(await tokenIn(page)), method: 'POST' })
  await expect(page).toHaveURL(LOGIN)
  await expect(loginPage.notice).toHaveText(text('tr', 'session.expired'))
  await loginPage.isEmpty()
  expect(await tokenIn(page)).toBe('')
  // The machine is held with its credit, and the next login leads back to it.
  expect(await account.balance()).toBe(money - 10_000)
  await loginPage.logIn(player)
  await expect.poll(() => gamePage.cents('credit')).toBe(10_000)
  await gamePage.cashOut()
  await expect.poll(() => account.balance()).toBe(money)
})

test('two tabs: a logout in one ends the other, also in a game', async ({
  page,
  guard,
  context,
  player,
  account,
  loginPage,
  gamePage,
}) => {
  // The picture's DELETE carries the ended token, and a request for the wallet may be in flight.
  guard.allow(/status of 40[14].*whep|status of 401.*player\/balance/)
  const free = await account.freeMachine()
  await page.goto('/login')
  await loginPage.logIn(player)
  await expectSignedIn(page)
  await page.goto(`/game/${free.id}/x`)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  const other = await context.newPage()
  await other.goto('/transactions')
  // Found by its tag: the reconnect dialog may hide the page from assistive technology.
  await expect(other.locator('h1', { hasText: text('tr', 'account.transactions') })).toBeVisible()
  await other.goto('/logout')
  await expect(new LoginPage(other).notice).toHaveText(text('tr', 'session.logout'))
  await expect(page).toHaveURL(LOGIN)
  // The message is the same whether the other tab or the platform reports the end first.
  await expect(loginPage.notice).toHaveText(text('tr', 'session.elsewhere'))
  for (const one of [page, other]) expect(await tokenIn(one)).toBe('')
})
