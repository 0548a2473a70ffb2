import { ask } from '../fixtures/api-client.ts'
import { walkToGame } from '../fixtures/open-game.ts'
import { bearer, expectSignedIn, tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The end of a login, by the platform. */

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
  await expect(page).toHaveURL(/\/login$/)
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
