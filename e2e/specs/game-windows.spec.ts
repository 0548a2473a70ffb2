import { coveredBy } from '../fixtures/covered-by.ts'
import { KIOSK } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* What opens over a game is whole on a phone on its side, and can be closed there. */

const SIDEWAYS = [
  [800, 360],
  [640, 360],
  [932, 430],
] as const
const MIN_TARGET_PX = 44
const MIN_GAP_PX = 4

test('on its side the load dialog, the receipt and the tabs of the panel are whole; upright the jackpot covers no control', async ({
  page,
  gamePage,
  openGame,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openGame()
  await page.getByTestId('autoplay').waitFor()
  await test.step('upright the jackpot is above the picture, over no control', async () => {
    const jackpots = page.getByTestId('game-jackpots')
    await expect(jackpots).toContainText(/\d/)
    expect(await coveredBy(jackpots, 'main button')).toEqual([])
    const [box, picture] = await Promise.all([
      jackpots.boundingBox(),
      page.locator('[data-at=picture]').boundingBox(),
    ])
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0)
    await page.setViewportSize(KIOSK)
    expect(await coveredBy(jackpots, '[class*=topper] > img:nth-of-type(2)')).toEqual([])
  })
  const sizes = async (check: (size: string) => Promise<unknown>) => {
    for (const [width, height] of SIDEWAYS) {
      await page.setViewportSize({ width, height })
      await test.step(`${width}x${height}`, () => check(`${width}x${height}`))
    }
  }

  await test.step('the load dialog: nothing of it has to be scrolled to', async () => {
    await gamePage.loadButton.click()
    const field = gamePage.dialog.getByLabel(text('tr', 'dialogs.amount'))
    const content = gamePage.dialog.locator('.fui-DialogContent')
    await sizes(async (size) => {
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(gamePage.dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => content.evaluate((one) => one.scrollHeight - one.clientHeight), { message: size })
        .toBeLessThanOrEqual(1)
    })
    for (const key of ['byStake', 'coins'])
      await expect(
        gamePage.dialog.getByRole('group', { name: text('tr', `dialogs.${key}`, { amount: '₺1,00' }) }),
      ).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the receipt says how it is closed', async () => {
    await gamePage.load('100')
    await gamePage.cashOut()
    const close = page.getByTestId('receipt').getByText(text('tr', 'tools.receipt.close'), { exact: true })
    await sizes(() => expect(close).toBeInViewport({ ratio: 1 }))
    await close.click()
    await expect(page.getByTestId('receipt')).toHaveCount(0)
  })

  await test.step('the tabs are large enough for a finger, and apart', async () => {
    await page.locator('[data-key=side]').click()
    await expect(page.getByRole('tab')).toHaveCount(4)
    await sizes(async (size) => {
      const boxes = await page
        .getByRole('tab')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
      expect(boxes).toHaveLength(4)
      for (const [at, { left, width, height }] of boxes.entries()) {
        expect(Math.min(width, height), size).toBeGreaterThanOrEqual(MIN_TARGET_PX)
        const before = boxes[at - 1]
        if (before) expect(left - before.right, size).toBeGreaterThanOrEqual(MIN_GAP_PX)
      }
    })
  })
})
