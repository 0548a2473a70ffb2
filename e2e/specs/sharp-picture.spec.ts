import { openGame, playOnce } from '../fixtures/open-game.ts'
import { type Platform, usePlatform } from '../fixtures/platform.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { KIOSK } from '../fixtures/screen-sizes.ts'
import { playerOf } from '../fixtures/session.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The sharp layer for large screens, from a platform that encodes one of them. */

const test = base.extend<{ sharing: Platform }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
  sharing: async ({}, use) => {
    await usePlatform(use, { VIDEO_SHARP: '1', VIDEO_MAX_LATE_SHARE: '1' })
  },
})

test('a phone gets the full picture, a large screen a sharp one that plays', async ({
  page,
  sharing,
  gamePage,
}) => {
  const player = playerOf(sharing)
  resolvePathsAgainst(page, sharing.address)
  const listed = page.waitForResponse(/\/sse\/[^/]+$/)
  await openGame(gamePage, sharing, player)
  const width = () =>
    gamePage.video.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0))
  expect(await width()).toBe(640)
  await listed
  await page.locator('button[data-level]').click()
  const layer = page.getByRole('dialog').locator('[data-figure=layer] dd')
  await expect(layer).toHaveText(text('tr', 'quality.layers.full'))
  expect(await width()).toBe(640)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.setViewportSize(KIOSK)
  await expect.poll(width, { timeout: 60_000 }).toBe(1280)
  // The picture is live and shows the credit.
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.frames(15)
  await gamePage.load('50')
  await playOnce(gamePage)
  const credit = await gamePage.cents('credit')
  await expect.poll(() => gamePage.shown()).toMatchObject({ standing: true, credit })
  expect(await width()).toBe(1280)
  await page.goto('about:blank')
})
