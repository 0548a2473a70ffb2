import { agree } from '../fixtures/balance-checks.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Protection } from '../pages/protection.ts'

/* Autoplay, which player protection limits. */

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
