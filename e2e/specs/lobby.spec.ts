import { openSocket, signIn } from '../fixtures/api-client.ts'
import { watchShifts } from '../fixtures/layout-shifts.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyFilters } from '../pages/lobby-filters.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/* The lobby: what appears without moving anything, and a card that counts down. */

test('the list of all machines and its filters appear without layout shift @desktop', async ({
  page,
  lobbyPage,
  openSignedIn,
}) => {
  await withSettings(page.context(), { showLobby: false })
  const shifts = await watchShifts(page)
  await openSignedIn()
  const tools = new LobbyFilters(page)
  await expect(tools.search).toBeVisible()
  await expect(tools.favourites).toBeVisible()
  expect(await shifts()).toEqual([])
  await expect(lobbyPage.machines.first()).toBeVisible()
})

test("a card shows how long another player's machine is reserved, and covers no picture with it", async ({
  page,
  platform,
  otherPlayer,
  lobbyPage,
  gamePage,
  browser,
  openSignedIn,
}) => {
  const theirs = await signIn(platform, otherPlayer)
  await openSignedIn()
  await lobbyPage.openBrand('Zeytin')
  await lobbyPage.freeMachine.getByRole('link').click()
  await expect(gamePage.status).toBeVisible()
  await gamePage.load('100')
  const context = await browser.newContext({ baseURL: platform.address, locale: 'tr-TR' })
  try {
    const second = await context.newPage()
    await page.goto('about:blank')
    await openWithToken(second, '/lobby', theirs.token)
    await second.getByRole('main').locator('li').filter({ hasText: 'Zeytin' }).getByRole('link').click()
    const kept = second.locator('li[data-status=reserved]').first()
    await expect(kept).toContainText(/[0-4]:[0-5]\d/)
    expect(await new LobbyPage(second).figuresOverArt(kept)).toEqual([])
  } finally {
    await context.close()
  }
})

test('the machines that the player played last come first, and move nothing', async ({
  page,
  platform,
  player,
  lobbyPage,
  openSignedIn,
}) => {
  const account = await signIn(platform, player)
  const machine = (await account.machines()).find(({ name }) => name === 'Bosfor 06')
  const line = await openSocket(platform, account.token)
  await line.request('init', { machineID: machine?.id, token: account.token })
  line.close()
  const shifts = await watchShifts(page)
  let sendFont = () => {}
  const drawn = new Promise<void>((done) => {
    sendFont = done
  })
  await page.route('**/fonts/*', (route) => drawn.then(() => route.continue()))
  await openSignedIn()
  const row = page.getByRole('region', { name: text('tr', 'personal.title') })
  await expect(row.getByRole('listitem').first()).toContainText('Bosfor 06')
  await expect(lobbyPage.brands.filter({ hasText: /8 makine, \d boş/ }).first()).toBeVisible()
  sendFont()
  await page.evaluate(() => document.fonts.ready)
  expect(await shifts()).toEqual([])
})
