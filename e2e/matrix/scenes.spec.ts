import { axeFindsNothing } from '../fixtures/axe.ts'
import { MIN_SHIFT, watchShifts } from '../fixtures/layout-shifts.ts'
import { screenFaults } from '../fixtures/screen-faults.ts'
import { KIOSK, similarSizes } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Locale } from '../fixtures/texts.ts'
import { SCENES } from '../scenes/scenes.ts'
import { openScene } from './open-scene.ts'

/*
 * Every scene of the app in every language: it opens, fits on the screen, does not shift, and axe finds no
 * fault.
 */

const LANGUAGES: readonly Locale[] = ['tr', 'en', 'ar']

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES) {
  for (const language of LANGUAGES) {
    test(`${scene.name} in ${language}`, async ({ page, viewport, guard, platform, player, account }) => {
      const shifts = await watchShifts(page, { minScore: MIN_SHIFT })
      const opened = viewport?.height === KIOSK.height ? { ...scene, kiosk: true as const } : scene
      await openScene(opened, language, { page, guard, platform, player, account })
      const { length } = await shifts()
      const html = page.locator('html')
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect.soft.poll(() => screenFaults(page)).toEqual([])
      expect.soft((await shifts()).slice(length), 'shifts of the scene').toEqual([])
      await axeFindsNothing(page, `${scene.name} ${language}`)
      for (const size of viewport ? similarSizes(viewport) : []) {
        await page.setViewportSize(size)
        await expect.soft.poll(() => screenFaults(page), { message: `width ${size.width}` }).toEqual([])
      }
    })
  }
}
