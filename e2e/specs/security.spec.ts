import type { Page } from '@playwright/test'
import { NO_SCRIPTS } from '../fixtures/csp-violations.ts'
import { playOnce, walkToGame } from '../fixtures/open-game.ts'
import { stored, tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { GamePage } from '../pages/game-page.ts'
import type { LobbyPage } from '../pages/lobby-page.ts'
import { Navbar } from '../pages/navbar.ts'

/* What the browser permits, and what the app sends and stores. */

const t = (key: string) => text('tr', key)

/**
 * Walks from the game, with credit left behind, through the lobby and every page and dialog of menu and foot.
 */
async function lookAround(page: Page, gamePage: GamePage, lobbyPage: LobbyPage): Promise<void> {
  await gamePage.load('100')
  await playOnce(gamePage)
  await gamePage.leaveCredit()
  for (const name of ['profile', 'sessions', 'transactions']) {
    await lobbyPage.openMenu()
    await page.getByRole('link', { name: t(`router.${name}`), exact: true }).click()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  }
  await page.getByRole('link', { name: t('info.gameRules') }).click()
  // The closing menu is a dialog too, so it is excluded by its content.
  const rules = page.getByRole('dialog').filter({ has: page.locator('iframe[data-loaded]') })
  await expect(rules).toBeVisible()
  await rules.getByRole('button', { name: t('ui.close') }).click()
}

test("the token is in no address, Referer or log, and the logout wipes the player's data @matrix", async ({
  page,
  context,
  platform,
  player,
  guard,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  guard.allow(NO_SCRIPTS)
  const addresses: string[] = []
  const referers: string[] = []
  const logs: string[] = []
  const sockets: string[] = []
  const bearers: string[] = []
  const asked: Promise<void>[] = []
  context.on('request', (request) => {
    addresses.push(request.url())
    const read = request.allHeaders().then(({ referer = '', authorization = '' }) => {
      referers.push(referer)
      if (authorization) bearers.push(authorization)
    })
    // An aborted request has no headers.
    asked.push(read.catch(() => {}))
  })
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('console', (message) => logs.push(message.text()))

  await walkToGame({ loginPage, lobbyPage, gamePage }, player)
  const first = await tokenIn(page)
  await lookAround(page, gamePage, lobbyPage)
  await page.reload()
  const tokens = [first, await tokenIn(page)]
  await lobbyPage.openMenu()
  const fullName = await new Navbar(page).fullName.innerText()
  expect(fullName).not.toBe('')
  await lobbyPage.logOutWithCredit()
  await expect(loginPage.notice).toContainText('₺')
  await Promise.all(asked)

  // The checks below can only fail if the tokens are real and were sent.
  for (const token of tokens) expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(bearers).toContain(`Bearer ${first}`)
  expect(addresses.some((address) => address.includes('/whep/'))).toBe(true)
  expect(sockets.length).toBeGreaterThanOrEqual(3)
  const parts = tokens.flatMap((token) => token.split('.').slice(1))
  const tells = (line: string) => /eyJ[\w-]{8}/.test(line) || parts.some((part) => line.includes(part))
  for (const [where, lines] of Object.entries({ addresses, referers, sockets, logs })) {
    expect({ where, found: lines.filter(tells) }).toEqual({ where, found: [] })
  }
  expect(tells(platform.output())).toBe(false)

  const kept = { ...(await stored(page, 'local')), ...(await stored(page, 'session')) }
  const device = /^reelcast\.(language|remember|volume|balance-hidden|browser|gated|settings)$/
  expect(Object.keys(kept).filter((key) => !device.test(key))).toEqual([])
  expect(await context.cookies()).toEqual([])
  const elsewhere = await page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
    ...(history.state ? [JSON.stringify(history.state)] : []),
  ])
  expect(elsewhere).toEqual([])
  // Going back shows the login to the next user.
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await loginPage.isEmpty()
    const content = await page.content()
    expect([player.username, fullName].filter((word) => content.includes(word))).toEqual([])
  }
})
