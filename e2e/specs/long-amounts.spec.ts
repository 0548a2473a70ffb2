import type { Page } from '@playwright/test'
import { overrideInit } from '../fixtures/override-init.ts'
import { SIZES } from '../fixtures/screen-sizes.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'

const HUGE = 100_000_000_000

/** The amounts that exceed their meter or the window. */
const cutAmounts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('dl dd.figures')]
      .filter((amount) => {
        const range = document.createRange()
        range.selectNodeContents(amount)
        const text = range.getBoundingClientRect()
        const meter = amount.parentElement?.getBoundingClientRect()
        return !meter || text.left < meter.left || text.right > meter.right || meter.right > innerWidth
      })
      .map(({ textContent }) => textContent),
  )

test('a credit of 1,000,000,000.00 is shown whole on every screen, beside a win @matrix', async ({
  page,
  gamePage,
  openGame,
}) => {
  await overrideInit(page, { game: { credit: HUGE, win: HUGE } })
  await openGame()
  expect(await gamePage.cents('credit')).toBe(HUGE)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => cutAmounts(page), { message: `${size.width} px` }).toEqual([])
  }
})

test('a credit of 1,000,000,000.00 is shown whole during free spins on every desktop width @desktop-only', async ({
  page,
  gamePage,
  openGame,
}) => {
  await overrideInit(page, { game: { credit: HUGE, win: HUGE, freeSpins: 10, bonusWin: HUGE } })
  await openGame()
  await expect(gamePage.spinButton).toContainText(text('tr', 'game.left', { left: '10' }))
  for (const width of [1000, 1200, 1280, 1366, 1500, 1600, 1800, 1920]) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(() => cutAmounts(page), { message: `${width} px` }).toEqual([])
    const meters = await page.locator('[data-at=meters]').boundingBox()
    const spin = await gamePage.spinButton.boundingBox()
    const isApart =
      meters && spin && (meters.x + meters.width <= spin.x || meters.y + meters.height <= spin.y)
    expect([width, isApart]).toEqual([width, true])
    // On widths where the controls have their own row, the row has a margin.
    const first = await gamePage.loadButton.boundingBox()
    expect(first?.x, `${width} px`).toBeGreaterThanOrEqual(12)
  }
})

test("a coin's number is in one line, in Arabic on a phone of 320 px too", async ({
  page,
  context,
  openGame,
}) => {
  await withSettings(context, { arabic: true })
  await context.addInitScript(() => localStorage.setItem('reelcast.language', 'ar'))
  await page.setViewportSize({ width: 320, height: 568 })
  await openGame()
  await new GamePage(page, 'ar').loadButton.click()
  const coins = page.getByRole('dialog').locator('button[data-colour] > .figures')
  await expect(coins).not.toHaveCount(0)
  const lines = await coins.evaluateAll((all) =>
    all.map((coin) => {
      const range = document.createRange()
      range.selectNodeContents(coin)
      const face = coin.parentElement?.getBoundingClientRect().width ?? 0
      return {
        coin: coin.textContent,
        lines: range.getClientRects().length,
        isInside: range.getBoundingClientRect().width <= face,
      }
    }),
  )
  expect(lines.filter(({ lines, isInside }) => lines !== 1 || !isInside)).toEqual([])
})
