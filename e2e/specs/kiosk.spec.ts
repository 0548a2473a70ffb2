import { agree } from '../fixtures/balance-checks.ts'
import { cutOptions } from '../fixtures/cut-options.ts'
import { pass, withLock } from '../fixtures/idle-clock.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { plantWins } from '../fixtures/plant-wins.ts'
import { stored } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { centsOf } from '../fixtures/video-frame.ts'
import { Kiosk } from '../pages/kiosk.ts'
import { SearchBox } from '../pages/search-box.ts'

/* A venue's upright touch screen, without a keyboard and without staff. */

test.use({ viewport: { width: 1080, height: 1920 }, isMobile: false, hasTouch: true, deviceScaleFactor: 1 })

/** Requests sent just before the automatic logout (the picture's DELETE, a balance) can arrive after it. */
const LATE_REQUESTS = /status of 40[14].*(whep|player\/balance)/

test("one visit by touch: login, spin, the machine's sign, idle warning, automatic cash-out to the cent, storage wiped, attract mode", async ({
  page,
  context,
  player,
  account,
  lobbyPage,
  gamePage,
  loginPage,
  guard,
}) => {
  guard.allow(LATE_REQUESTS)
  await withLock(context, { idlePinLock: false, kioskLogout: 60, kioskAttract: 65 })
  await plantWins(page, { stakes: 4 })
  const kiosk = new Kiosk(page)
  await kiosk.open()
  await expect(loginPage.remember).toBeHidden()

  await loginPage.username.tap()
  await expect(loginPage.username).toHaveAttribute('inputmode', 'none')
  await kiosk.type(player.username)
  await expect(loginPage.username).toHaveValue(player.username)
  await kiosk.does('enter')
  await expect(loginPage.password).toBeFocused()
  await kiosk.type(player.password)
  // The focused field is visible above the on-screen keys.
  const [field, keys] = await Promise.all([loginPage.password.boundingBox(), kiosk.keyboard.boundingBox()])
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(keys?.y ?? 0)
  await kiosk.does('enter')
  await lobbyPage.brands.first().waitFor()
  await expect(kiosk.keyboard).toBeHidden()
  expect(await page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true)
  expect(await stored(page, 'local')).not.toHaveProperty('reelcast.token')

  await lobbyPage.brand('Kervan').tap()
  expect(await kiosk.filterHeights()).toEqual([76, 76, 76, 76])
  await lobbyPage.freeMachine.getByRole('link').first().tap()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.loadButton.tap()
  await gamePage.dialog.getByLabel(text('tr', 'dialogs.amount')).tap()
  const edges = () => Promise.all([gamePage.dialog.boundingBox(), kiosk.keyboard.boundingBox()])
  await expect(async () => {
    const [dialog, keys] = await edges()
    expect((dialog?.y ?? 0) + (dialog?.height ?? 0), 'buttons above the keys').toBeLessThan(keys?.y ?? 0)
  }).toPass()
  for (const digit of '100') await kiosk.key(digit)
  await kiosk.does('enter')
  await gamePage.dialog.waitFor({ state: 'hidden' })

  // The band above the picture has the machine's jackpot and the player's last wins.
  const sign = page.getByTestId('machine-sign')
  const jackpot = Number(
    (await account.brands()).find(({ name }) => name === 'Kervan')?.jackpot.split(',')[0],
  )
  // Other machines of the brand feed it meanwhile.
  await expect
    .poll(async () => centsOf(await sign.locator('b').first().innerText()))
    .toBeGreaterThanOrEqual(jackpot)
  await expect(sign.getByRole('listitem')).toHaveCount(0)
  await playOnce(gamePage)
  await expect(sign.getByRole('listitem').first()).toContainText('×4')
  const [band, picture] = await Promise.all([
    sign.boundingBox(),
    page.locator('[data-at=picture]').boundingBox(),
  ])
  expect((band?.y ?? 0) + (band?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0)
  const money = await agree(gamePage, account)

  await pass(page, 41)
  await expect(kiosk.warning).toBeVisible()
  await page.touchscreen.tap(500, 900)
  await expect(kiosk.warning).toBeHidden()
  // The language that a player left is reset for the next player.
  await page.evaluate(() => localStorage.setItem('reelcast.language', 'en'))
  await pass(page, 41)
  await expect(kiosk.warning).toBeVisible()
  await pass(page, 20)
  await loginPage.isEmpty()
  expect(await account.balance()).toBe(money.balance + money.credit)
  expect(await account.transactions()).toContainEqual(
    expect.objectContaining({ amount: money.credit, tag: 'automatic' }),
  )
  expect(Object.keys(await stored(page, 'local')).filter((key) => key.startsWith('reelcast.'))).toEqual([
    'reelcast.kiosk-jackpots',
  ])
  expect(Object.keys(await stored(page, 'session'))).toEqual(['reelcast.kiosk'])
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')

  await page.locator('#kiosk-keys').waitFor({ state: 'attached' })
  await pass(page, 66)
  await expect(kiosk.attract).toBeVisible()
  await expect(kiosk.attract).toContainText(text('tr', 'attract.touch'))
  await expect(kiosk.attract).toContainText(text('tr', 'attract.jackpot'))
  await page.touchscreen.tap(500, 900)
  await expect(kiosk.attract).toBeHidden()
  await loginPage.isEmpty()
})

test('a search, the filters of the whole floor and the receipt are seen whole', async ({
  page,
  context,
  player,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  await withSettings(context, { showLobby: false })
  const kiosk = new Kiosk(page)
  await kiosk.open()
  await loginPage.logIn(player)
  await lobbyPage.machines.first().waitFor()
  // Status, sorting and brand, beside the search.
  await expect(page.locator('#floor-tools select')).toHaveCount(3)
  expect(await page.locator('#floor-tools select').evaluateAll(cutOptions)).toEqual([])

  await page.goto('/profile')
  const search = new SearchBox(page)
  await search.ready()
  await search.field.fill('kervan 08')
  await search.options.first().waitFor()
  const [field, list] = await Promise.all([
    search.field.locator('..').boundingBox(),
    page.getByRole('listbox').boundingBox(),
  ])
  expect(field?.width).toBe(list?.width)
  // Nothing lies over the end of the field.
  await page.getByRole('button', { name: text('tr', 'search.clear') }).tap()
  await expect(search.field).toHaveValue('')

  await page.goto('/lobby')
  await lobbyPage.freeMachine.getByRole('link').first().tap()
  await gamePage.load('100')
  await gamePage.cashOut()
  await gamePage.receipt.waitFor()
  // Paper over a part of a control would be read as a part of it.
  const controls = page.locator('main').locator('button, [data-at=stake]').filter({ visible: true })
  const partlyCovered = () => controls.evaluateAll(findPartlyCovered)
  await expect.poll(partlyCovered).toEqual([])
})

/** Names the controls that the receipt covers in part. Runs in the page. */
function findPartlyCovered(controls: Element[]): string[] {
  const paper = document.querySelector('[data-testid=receipt]')?.getBoundingClientRect()
  if (!paper) return ['no receipt']
  return controls.flatMap((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const isApart = right <= paper.left || left >= paper.right || bottom <= paper.top || top >= paper.bottom
    const isCovered =
      left >= paper.left - 1 && right <= paper.right + 1 && top >= paper.top - 1 && bottom <= paper.bottom + 1
    return isApart || isCovered ? [] : [control.textContent ?? '']
  })
}
