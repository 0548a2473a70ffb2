import { axeFindsNothingHere } from '../fixtures/axe.ts'
import { cutOptions } from '../fixtures/cut-options.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Locale } from '../fixtures/texts.ts'
import { SCENES } from '../scenes/scenes.ts'
import { openScene } from './open-scene.ts'

/*
 * Every scene of the app in every language: it opens, is not wider than the screen, cuts no chosen option,
 * and axe finds no fault.
 */

const LANGUAGES: readonly Locale[] = ['tr', 'en', 'ar']

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES) {
  for (const language of LANGUAGES) {
    test(`${scene.name} in ${language}`, async ({ page, guard, platform, player, account }) => {
      await openScene(scene, language, { page, guard, platform, player, account })
      const html = page.locator('html')
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      const tooWide = await html.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect.soft(tooWide, 'pixels wider than the screen').toBeLessThanOrEqual(0)
      expect.soft(await page.locator('select').evaluateAll(cutOptions), 'cut options').toEqual([])
      await axeFindsNothingHere(page, `${scene.name} ${language}`)
    })
  }
}
