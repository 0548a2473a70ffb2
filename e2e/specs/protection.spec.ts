import { agree } from '../fixtures/agree.ts'
import { axeFindsNothingHere } from '../fixtures/axe.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Protection } from '../pages/protection.ts'

/* What protects a player, and autoplay, which it limits. */

const LOADED = 50_000

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

test('autoplay plays one spin after the other, ends on a tap, and every figure agrees to the cent', async ({
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
  await axeFindsNothingHere(page, 'autoplay')
  await start.click()
  await expect(sheet).toBeHidden()
  await expect(autoplay).toHaveAttribute('aria-pressed', 'true')
  await expect(gamePage.spinButton).toHaveText(text('tr', 'autoplay.stop', { left: '8' }), {
    timeout: 40_000,
  })
  await gamePage.spinButton.click()
  await expect(autoplay).toHaveAttribute('aria-pressed', 'false')
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
  const { credit } = await agree(gamePage, account)
  await expect.poll(() => net()).toBe(credit - LOADED)
})

test('a reality check holds play until it is answered, and lets money go home', async ({
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
  await axeFindsNothingHere(page, 'reality check')
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

test('a loss limit below the lowest stake leaves the way out alone', async ({
  page,
  context,
  gamePage,
  openGame,
}) => {
  await withSettings(context, { lossLimit: 0.01 })
  await openGame()
  const { question, goOn, leave } = new Protection(page)
  await expect(question).toContainText(text('tr', 'limits.lossTitle'))
  await axeFindsNothingHere(page, 'loss limit')
  await expect(goOn).toHaveCount(0)
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'refused')
  await leave.click()
  await expect(page).toHaveURL(/\/lobby/)
})

test('where the law of Great Britain holds there is no autoplay, and time and result are in view', async ({
  page,
  context,
  gamePage,
  openGame,
}) => {
  await withSettings(context, { jurisdiction: 'GB' })
  await openGame()
  const { autoplay, clock, time, net } = new Protection(page)
  await expect(clock).toBeInViewport()
  await expect(time).toHaveText(/^0:00:\d\d$/)
  expect(await net()).toBe(0)
  await expect(gamePage.reason).toHaveText(text('tr', 'game.refusal.noCredit'))
  await expect(autoplay).toHaveCount(0)
  await axeFindsNothingHere(page, 'time and result')
})
