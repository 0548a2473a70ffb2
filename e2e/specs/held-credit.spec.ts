import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { CREDIT, heldMachine, leaveCredit } from '../fixtures/open-game.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { SIZES } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { ReconnectDialog } from '../pages/reconnect-dialog.ts'
import { Wallet } from '../pages/wallet.ts'

/* Where the player's money is, in the lobby, the wallet and at the logout; and how it moves from there. */

const money = (cents: number) =>
  new Intl.NumberFormat('tr-TR', { style: 'currency', currency: 'TRY' }).format(cents / 100)
const t = (key: string, params?: Record<string, string | number>) => text('tr', key, params)

test('credit that was left is in the dock and the wallet, no dialog asks about it, and it moves from there @matrix', async ({
  page,
  account,
  lobbyPage,
  gamePage,
  openGame,
}) => {
  const start = await account.balance()
  const name = await openGame()
  await gamePage.load('100')
  await gamePage.leave()
  await gamePage.dialog.getByRole('button', { name: t('dialogs.cancel') }).click()
  await expect(gamePage.dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/game\//)
  await gamePage.leaveCredit()

  const dialog = new ReconnectDialog(page, name)
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(lobbyPage.held).toHaveAccessibleName(new RegExp(name))
    await expect(lobbyPage.dock).toContainText(name)
    await expect(lobbyPage.dock).toContainText('₺100,00')
    await expect(lobbyPage.dock).toContainText(/[45]:\d\d/)
    await expect(dialog.any).toHaveCount(0)
  }

  const wallet = new Wallet(page)
  await wallet.open()
  await expect(wallet.window).toContainText(money(start - CREDIT))
  await expect(wallet.window).toContainText(money(start))
  await expect(wallet.window).toContainText(`${t('game.credit')} ₺100,00`)
  await wallet.window.getByRole('button', { name: t('held-machine.cashout') }).click()
  await expect.poll(() => account.balance()).toBe(start)
  await expect(wallet.window.getByText(t('game.credit'), { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(lobbyPage.held).toHaveCount(0)
  await agreeInLobby(lobbyPage, account)
})

test('the dock stands at the end of every screen, also below a short list, and moves the credit to the balance @matrix', async ({
  page,
  platform,
  account,
  lobbyPage,
}) => {
  const start = await account.balance()
  const { name } = await leaveCredit(platform, account)
  await openWithToken(page, '/lobby/1/Kervan', account.token)
  await lobbyPage.later()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => lobbyPage.gapBelowDock(), { message: `${size.width} px` }).toBe(0)
  }
  await lobbyPage.dock.getByRole('button', { name: t('held-machine.cashout') }).click()
  await expect(page.getByRole('log')).toContainText(t('held-machine.cashedOut', { amount: '₺100,00' }))
  await expect(lobbyPage.dock.getByText(name)).toHaveCount(0)
  await expect.poll(() => account.balance()).toBe(start)
  expect(await heldMachine(account)).toBeUndefined()
})

test('without a connection the lobby names the credit, and its message covers no control', async ({
  page,
  context,
  platform,
  account,
  lobbyPage,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection to/)
  await leaveCredit(platform, account)
  await openWithToken(page, '/lobby', account.token)
  await lobbyPage.later()
  await context.setOffline(true)
  const notice = page.getByRole('region').filter({ has: page.getByRole('alert') })
  await expect(notice).toContainText('₺100,00')
  await lobbyPage.brand('Ocak').click()
  // Nothing is cached: the message takes the list's place, with the page's only Retry.
  const retry = page.getByRole('button', { name: t('app.retry') })
  await expect(retry).toHaveCount(1)
  await expect(notice).toContainText('₺100,00')
  // What lies at the middle and at both ends of the button, without any scrolling.
  const covered = () =>
    retry.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const points = [left + 6, (left + right) / 2, right - 6].flatMap((x) => [
        [x, top + 4],
        [x, bottom - 4],
      ])
      return points.filter(([x = 0, y = 0]) => !button.contains(document.elementFromPoint(x, y))).length
    })
  await expect.poll(covered).toBe(0)
  await context.setOffline(false)
})
