import { soundBooks } from '../fixtures/balance-checks.ts'
import { giveBonus } from '../fixtures/give-bonus.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { centsOf } from '../fixtures/video-frame.ts'
import { ReconnectDialog } from '../pages/reconnect-dialog.ts'

/* Returning to a machine that was left, with its credit to the cent. */

test('a machine held in a bonus keeps free spins and credit', async ({
  page,
  platform,
  player,
  guard,
  gamePage,
  openGame,
}) => {
  guard.allow(/ERR_CONNECTION_|WebSocket connection/)
  const name = await openGame()
  await gamePage.load('50')
  await page.goto('about:blank')
  await platform.stop()
  const stake = await giveBonus(platform.dataDir, player.username, 3)
  await soundBooks(platform, player.username)
  await platform.startAgain()

  await page.goto('/lobby')
  const dialog = new ReconnectDialog(page, name)
  await expect(dialog.says('in-bonus')).toBeVisible()
  expect(await dialog.offers()).toEqual(dialog.named('later', 'continue'))
  await dialog.button('continue').click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(await gamePage.cents('credit')).toBe(5000)
  expect(await gamePage.cents('stake')).toBe(stake)
  await expect.poll(async () => (await gamePage.shown())?.credit).toBe(5000)
  // A press plays all of them. They take no stake, count on the button, and end with their sum.
  await expect(gamePage.spinButton).toContainText(text('tr', 'game.left', { left: '3' }))
  await playOnce(gamePage)
  await expect(gamePage.spinButton).toContainText(text('tr', 'game.left', { left: '1' }))
  const end = page.getByTestId('win-screen')
  await expect(end).toHaveAttribute('data-kind', 'rounds')
  const won = (await gamePage.cents('credit')) - 5000
  expect(centsOf(await end.locator('[data-part=amount] .quiet-text').innerText())).toBe(won)
})

test('the reconnect dialog works by keyboard and leaves a banner when dismissed @matrix', async ({
  page,
  lobbyPage,
  gamePage,
  openGame,
}) => {
  const name = await openGame()
  await gamePage.load('100')
  await gamePage.leaveUnasked()
  const dialog = new ReconnectDialog(page, name)
  const waits = () => expect(dialog.says('waiting')).toBeVisible()
  await waits()

  // It opens by itself: keys that were meant for the page press nothing in it.
  await expect(dialog.any).toBeFocused()
  for (const key of ['Space', 'Enter']) await page.keyboard.press(key)
  await expect(dialog.any).toBeFocused()
  // The focus stays inside the dialog.
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.any.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog.any).toHaveCount(0)
  await expect(lobbyPage.held).toHaveAccessibleName(new RegExp(name))
  // "Later" is a choice: a reload does not ask again, and another game starts anew.
  await page.reload()
  await lobbyPage.held.click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.leaveUnasked()
  await waits()
  const isOnContinue = () => dialog.button('continue').evaluate((button) => button === document.activeElement)
  for (let step = 0; step < 6 && !(await isOnContinue()); step++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(await gamePage.cents('credit')).toBe(10_000)
})
