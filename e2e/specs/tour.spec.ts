import { coveredBy } from '../fixtures/covered-by.ts'
import { DESKTOP, KIOSK, PHONE } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

test.use({ offersTour: true })

/** All controls but the tour's own. */
const CONTROLS = 'main button:not([data-testid=tour] button)'

test('the tour opens once, covers no control, does not move the picture, and can be asked for @matrix', async ({
  page,
  gamePage,
  openGame,
}) => {
  await openGame()
  const tour = page.getByTestId('tour')
  const press = (key: string) => tour.getByRole('button', { name: text('tr', key), exact: true }).click()
  const view = () => page.getByTestId('view').boundingBox()
  const walk = async (size: string) => {
    await expect(tour).toBeVisible()
    const picture = await view()
    for (const [step, next] of [
      ['transfer', 'next'],
      ['play', 'next'],
      ['sign', 'done'],
    ] as const) {
      await expect(page.locator('[data-tour]')).toHaveAttribute('data-at', step)
      // The card moves with the controls. Some controls load later and shift the others.
      await expect.poll(() => coveredBy(tour, CONTROLS), { message: size }).toEqual([])
      // The card stands above or below what it explains.
      const card = await tour.boundingBox()
      const place = page.locator('[data-tour]')
      const control = (await place.boundingBox()) ?? (await place.locator('> button').last().boundingBox())
      const middle = control && control.x + control.width / 2
      expect(middle, size).toBeGreaterThan(card?.x ?? Number.NaN)
      expect(middle, size).toBeLessThan(card ? card.x + card.width : Number.NaN)
      await press(`tour.${next}`)
    }
    await expect(tour).toBeHidden()
    expect(await view(), size).toEqual(picture)
  }
  const own = page.viewportSize() ?? PHONE
  await walk(`${own.width} px`)

  await page.reload()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await page.getByTestId('autoplay').waitFor()
  await expect(tour).toBeHidden()
  for (const size of [DESKTOP, KIOSK]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: text('tr', 'tour.title') }).click()
    await walk(`${size.width} px`)
  }
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: text('tr', 'info-panel.open') }).click()
  await page.getByRole('tab', { name: text('tr', 'info-panel.tab.settings') }).click()
  await page.getByRole('button', { name: text('tr', 'tour.title') }).click()
  await expect(tour).toBeVisible()
  await gamePage.load('100')
  await gamePage.spinButton.click()
  await expect(tour).toBeHidden()
})
