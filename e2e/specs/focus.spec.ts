import type { Page } from '@playwright/test'
import { openSocket, signIn } from '../fixtures/api-client.ts'
import { goInApp } from '../fixtures/go-in-app.ts'
import { leaveCredit } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { Protection } from '../pages/protection.ts'

/*
 * By keyboard: where what had the focus is removed, disabled or loses its link, a part of the page has the
 * focus next. On the body the next Tab would begin at the top.
 */

const t = (key: string) => text('tr', key)
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const isKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

const EDGE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Edg/144.0.0.0'

test.describe('in a browser with a gate', () => {
  test.use({ userAgent: EDGE })

  test('the gate, the login and a failed start leave the focus to the next page', async ({
    page,
    guard,
    player,
    loginPage,
    lobbyPage,
  }) => {
    guard.allow(/ERR_FAILED/)
    await page.goto('/login')
    await button(page, 'gates.goOn').press('Enter')
    await expect(loginPage.submit).toBeVisible()
    await isKept(page)
    await loginPage.username.fill(player.username)
    await loginPage.password.fill(player.password)
    await loginPage.submit.press('Enter')
    await expect(lobbyPage.brands.first()).toBeVisible()
    await isKept(page)
    await page.route('**/api/validate', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/validate')
    await button(page, 'app.retry').press('Enter')
    await expect(lobbyPage.brands.first()).toBeVisible()
    await isKept(page)
  })
})

test('a refused limit, a changed password and a closed toast keep the focus', async ({
  page,
  guard,
  openSignedIn,
}) => {
  guard.allow(/status of 400/)
  await openSignedIn('/profile')
  let answer = () => {}
  await page.route('**/api/player/limits', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((done) => {
      answer = done
    })
    await route.fulfill({ status: 400, json: { code: 40000, ErrorMessage: 'no' } })
  })
  const row = page.locator('[data-limit="loss-day"]')
  await row.getByRole('button').first().press('Enter')
  await expect(row.getByRole('textbox')).toBeFocused()
  await row.getByRole('textbox').fill('50')
  const save = row.getByRole('button', { name: t('limits.save') })
  await save.press('Enter')
  await expect(save).toBeDisabled()
  await isKept(page)
  answer()
  await expect(row.getByRole('alert')).toBeVisible()
  await expect(save).toBeFocused()

  await page.route('**/api/player/password', (route) => route.fulfill({ json: { status: true } }))
  await page.locator('#old-password').fill('the old password')
  await page.locator('#new-password').fill('a new long password')
  const change = button(page, 'account.savePassword')
  await change.press('Enter')
  await expect(page.getByText(t('account.passwordChanged'))).toBeVisible()
  await expect(change).toBeDisabled()
  await isKept(page)

  await page.route('**/api/auth/user/update', (route) =>
    route.fulfill({ status: 400, json: { code: 40000, ErrorMessage: 'no' } }),
  )
  await goInApp(page, '/lobby/1/x')
  await page.getByRole('main').locator('li [aria-pressed]').first().press('Enter')
  const toast = page.getByRole('button', { name: t('preferences.notSaved') })
  await toast.press('Escape')
  await expect(toast).toHaveCount(0)
  await isKept(page)
})

test('a machine that another player takes, and a closed dialog that opened by itself, keep the focus', async ({
  page,
  platform,
  account,
  otherPlayer,
  lobbyPage,
  openSignedIn,
}) => {
  await openSignedIn('/lobby/1/x')
  const name = await lobbyPage.freeMachine.locator('strong').innerText()
  const card = lobbyPage.machine(name)
  await card.getByRole('link').focus()
  const theirs = await signIn(platform, otherPlayer)
  const machine = (await theirs.machines()).find((one) => one.name === name)
  const line = await openSocket(platform, theirs.token)
  await line.request('init', { machineID: machine?.id, token: theirs.token })
  await expect(card).toHaveAttribute('data-availability', 'status')
  await isKept(page)
  line.close()

  await leaveCredit(platform, account)
  await page.reload()
  const dialog = new LobbyPage(page).reconnect
  await dialog.getByRole('button', { name: t('held-machine.later') }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await isKept(page)
})

test('in a game the retry of the picture, the tour and the result of autoplay keep the focus', async ({
  page,
  guard,
  lobbyPage,
  gamePage,
  openSignedIn,
}) => {
  guard.allow(/status of 500/)
  await page.route('**/whep/**', (route) => route.fulfill({ status: 500 }))
  await openSignedIn('/lobby/1/x')
  await lobbyPage.freeMachine.getByRole('link').press('Enter')
  await expect(page.getByTestId('picture-problem')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/whep/**')
  await button(page, 'app.retry').press('Enter')
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await isKept(page)

  await page.locator('[data-key=side]').press('Enter')
  await page.locator('#info-tab-settings').click()
  await button(page, 'tour.title').press('Enter')
  const tour = page.getByTestId('tour')
  await tour.getByRole('button', { name: t('tour.skip') }).press('Enter')
  await expect(tour).toHaveCount(0)
  await isKept(page)

  await gamePage.load('100')
  const { autoplay, start } = new Protection(page)
  // A press right after the dialog is taken for a second one of its button.
  await expect(async () => {
    await autoplay.press('Enter')
    await expect(start).toBeVisible({ timeout: 1000 })
  }).toPass()
  await start.press('Enter')
  await expect(autoplay).toHaveAttribute('aria-pressed', 'true')
  await autoplay.press('Enter')
  const close = button(page, 'autoplay.result.close')
  await close.press('Enter')
  await expect(close).toHaveCount(0)
  await isKept(page)
  await gamePage.cashOut()
})
