import { changeInit } from '../fixtures/change-init.ts'
import { expect, test } from '../fixtures/test.ts'

const HUGE = 100_000_000_000

test('a credit of 1,000,000,000.00 is shown whole, beside a win @every-screen', async ({
  page,
  gamePage,
  openGame,
}) => {
  await changeInit(page, { game: { credit: HUGE, win: HUGE } })
  await openGame()
  expect(await gamePage.cents('credit')).toBe(HUGE)
  const cut = await page.evaluate(() =>
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
  expect(cut).toEqual([])
})
