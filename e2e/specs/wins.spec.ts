import { coveredBy } from '../fixtures/covered-by.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { plantWins } from '../fixtures/plant-wins.ts'
import { DESKTOP, KIOSK, PHONE } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { GamePage } from '../pages/game-page.ts'

/*
 * Wins by their grade, on real reels: a small one in the meter, a large one with a banner, which moves
 * nothing, the largest on the screen.
 */

const LYING_PHONE = { width: 844, height: 390 }
const banner = ({ page }: GamePage) => page.getByTestId('win-banner')
const screen = ({ page }: GamePage) => page.getByTestId('win-screen')
const meter = ({ page }: GamePage) => page.locator('[data-winning]')

test('a large win has a banner, the largest the screen; neither covers turning reels or moves the picture @matrix', async ({
  page,
  gamePage,
  openGame,
}) => {
  const plant = await plantWins(page, { stakes: 4 })
  await openGame()
  await gamePage.load('100')
  await page.getByTestId('autoplay').waitFor()

  await test.step('four stakes count up in the meter alone', async () => {
    await playOnce(gamePage)
    await expect(meter(gamePage)).toHaveAttribute('data-winning', 'yes')
    await expect.poll(() => gamePage.cents('win')).toBe(4 * (await gamePage.cents('stake')))
    await expect(banner(gamePage)).toHaveCount(0)
    await expect(screen(gamePage)).toHaveCount(0)
  })

  for (const size of [page.viewportSize() ?? PHONE, LYING_PHONE, DESKTOP, KIOSK]) {
    const at = `${size.width} px`
    await page.setViewportSize(size)
    await test.step(`25 stakes have a banner, which covers neither figures nor reels: ${at}`, async () => {
      const view = () => page.getByTestId('view').boundingBox()
      const before = await view()
      plant({ stakes: 25 })
      await playOnce(gamePage)
      await banner(gamePage).waitFor()
      await expect.poll(async () => (await gamePage.shown())?.standing).toBe(true)
      const picture = await view()
      const box = await banner(gamePage).boundingBox()
      if (!picture || !box) throw new Error('the banner is not drawn')
      expect(picture).toEqual(before)
      expect(await coveredBy(banner(gamePage), 'main dd, main button')).toEqual([])
      // The sign above the reels is a ninth of the picture.
      const covered = Math.min(box.y + box.height, picture.y + picture.height) - Math.max(box.y, picture.y)
      expect(covered / picture.height).toBeLessThan(0.13)
      // It has no touch of its own, and the next spin ends it at once.
      expect(await banner(gamePage).evaluate((element) => getComputedStyle(element).pointerEvents)).toBe(
        'none',
      )
      plant({ stakes: 120 })
      await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
      await gamePage.spinButton.click()
      await expect(banner(gamePage)).toHaveCount(0)
    })

    await test.step(`120 stakes take the screen, whose tap starts no spin: ${at}`, async () => {
      await screen(gamePage).waitFor({ timeout: 20_000 })
      await expect(screen(gamePage)).toHaveAttribute('data-kind', 'win')
      // What is written stands below the upper half of the picture, which stays in the light; on a low phone
      // it stands in the middle of a dark one.
      const picture = await page.locator('[data-at=picture]').boundingBox()
      const light = screen(gamePage).locator('> span').first()
      const words = await screen(gamePage).locator('[data-part=title]').boundingBox()
      if (!picture || !words) throw new Error('the screen is not drawn')
      // Its place is set with its first frame.
      for (const side of ['x', 'y', 'width', 'height'] as const)
        await expect
          .poll(async () => Math.abs(((await light.boundingBox())?.[side] ?? Number.NaN) - picture[side]))
          .toBeLessThanOrEqual(1)
      expect((words.y - picture.y) / picture.height).toBeGreaterThan(size === LYING_PHONE ? 0.25 : 0.35)
      const { spin } = (await gamePage.shown()) ?? {}
      // A tap right after its start does not close it.
      await expect(async () => {
        if (await screen(gamePage).isVisible()) await screen(gamePage).click({ timeout: 2000 })
        await expect(screen(gamePage)).toHaveCount(0, { timeout: 500 })
      }).toPass()
      await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
      await gamePage.frames(10)
      expect((await gamePage.shown())?.spin).toBe(spin)
    })
  }

  await test.step('a player who wants less motion sees the same win, still', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await playOnce(gamePage)
    await screen(gamePage).waitFor()
    const amount = screen(gamePage).locator('.figures')
    const shown = await amount.innerText()
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(running).toBe(0)
    await gamePage.frames(10)
    expect(await amount.innerText()).toBe(shown)
    await page.keyboard.press('Enter')
    await expect(screen(gamePage)).toHaveCount(0)
  })

  await test.step('autoplay can be stopped on the screen that covers its button', async () => {
    await page.getByTestId('autoplay').click()
    await page.locator('dialog[open] button').last().click()
    const stop = screen(gamePage).getByRole('button', { name: text('tr', 'wins.stopAutoplay') })
    await stop.waitFor({ timeout: 20_000 })
    const widths = await screen(gamePage)
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().width)))
    expect(widths).toEqual([widths[0], widths[0]])
    await stop.click()
    await expect(screen(gamePage)).toHaveCount(0)
    await expect(page.getByTestId('autoplay')).toHaveAttribute('aria-pressed', 'false')
    await page.getByTestId('autoplay-result').waitFor()
  })
})
