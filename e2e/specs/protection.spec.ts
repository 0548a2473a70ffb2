import { agree } from '../fixtures/balance-checks.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Protection } from '../pages/protection.ts'

/* Player protection, and autoplay, which it limits. */

const LOADED = 50_000

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

test('autoplay plays spins in a row and ends on a tap, all amounts agree to the cent', async ({
  page,
  context,
  account,
  gamePage,
  openGame,
}) => {
  await withSettings(context, { clock: true })
  await openGame()
  await gamePage.load(String(LOADED / 100))
  const { autoplay, sheet, start, net } = new Protection(page)
  await autoplay.click()
  await expect(sheet).toBeVisible()
  await start.click()
  await expect(sheet).toBeHidden()
  await expect(autoplay).toHaveAttribute('aria-pressed', 'true')
  await expect(gamePage.spinButton).toContainText(text('tr', 'game.left', { left: '8' }), {
    timeout: 40_000,
  })
  await gamePage.spinButton.click()
  await expect(autoplay).toHaveAttribute('aria-pressed', 'false')
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
  const { credit } = await agree(gamePage, account)
  await expect.poll(() => net()).toBe(credit - LOADED)
})

test('a reality check blocks play until it is answered, and offers the cash-out', async ({
  page,
  context,
  account,
  gamePage,
  openGame,
}) => {
  const start = await account.balance()
  await withSettings(context, { realityCheck: 30 })
  await page.clock.install()
  await openGame()
  await gamePage.load('10')
  const { question, goOn, takeHome } = new Protection(page)
  await page.clock.fastForward('30:00')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gamePage.reason).toHaveText(text('tr', 'game.refusal.held'))
  await goOn.click()
  await expect(question).toBeHidden()
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  await page.clock.fastForward('30:00')
  await expect(question).toBeVisible()
  await takeHome.click()
  await expect(page).toHaveURL(/\/lobby/)
  expect(await account.balance()).toBe(start)
})
