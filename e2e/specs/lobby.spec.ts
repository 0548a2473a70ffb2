import { openSocket, signIn } from '../fixtures/api-client.ts'
import { watchShifts } from '../fixtures/layout-shifts.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyFilters } from '../pages/lobby-filters.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/* The lobby: finding a machine, cards that change with pushes, and the notice while no pushes arrive. */

const names = (lobbyPage: LobbyPage) => lobbyPage.machines.locator('strong').allInnerTexts()

test('machines are filtered by name, brand and status and sorted, without layout shift @desktop', async ({
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
  await test.step('by words, in any case and without accents', async () => {
    await tools.search.fill('  ZEYTIN 03 ')
    await expect.poll(() => names(lobbyPage)).toEqual(['Zeytin 03'])
    await tools.search.fill('')
  })
  await test.step('by brand, in the order of the names', async () => {
    await tools.pick('brand', 'nar')
    await tools.pick('sort', 'name')
    await expect.poll(() => names(lobbyPage)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Nar 0${n}`))
  })
  await test.step('by status', async () => {
    await tools.pick('status', 'available')
    const statuses = () => lobbyPage.machines.evaluateAll((cards) => cards.map((card) => card.dataset.status))
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set(['available']))
  })
  await test.step('without a match it says so and offers to reset', async () => {
    await tools.search.fill('no such machine')
    await expect(page.getByRole('heading', { name: text('tr', 'filters.none') })).toBeVisible()
    await page
      .getByRole('button', { name: text('tr', 'filters.clear') })
      .last()
      .click()
    await expect(page.getByText(text('tr', 'lobby.machines', { count: 48 }), { exact: true })).toBeVisible()
    await expect(tools.search).toHaveValue('')
  })
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
