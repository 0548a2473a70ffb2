import { axeFindsNothingHere } from '../fixtures/axe.ts'
import { leaveCredit, openSignedIn } from '../fixtures/open-game.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Locale } from '../fixtures/texts.ts'
import { settled } from '../scenes/all-screens.ts'
import { SCENES } from '../scenes/scenes.ts'

/*
 * Every scene of the app in every language: it opens, is not wider than the screen, and axe finds no fault.
 */

const LANGUAGES: readonly Locale[] = ['tr', 'en', 'ar']

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES) {
  for (const language of LANGUAGES) {
    test(`${scene.name} in ${language}`, async ({
      page,
      context,
      guard,
      platform,
      player,
      account,
      isMobile,
    }) => {
      // In scenes of a failure the browser reports the failed requests.
      guard.allow(/Failed to load resource|ERR_|WebSocket connection/)
      await context.addInitScript((chosen) => {
        // A frame with an opaque origin has no storage.
        if (origin !== 'null') localStorage.setItem('reelcast.language', chosen)
      }, language)
      await withSettings(context, { arabic: true, ...scene.settings })
      if (scene.seated) await leaveCredit(platform, account)
      const stage = { page, context, player, language, isPhone: isMobile }
      await scene.before?.(stage)
      if (scene.guest) await page.goto(scene.path)
      else await openSignedIn(page, platform, player, scene.path)
      await settled(page)
      await scene.show?.(stage)
      await settled(page)
      const html = page.locator('html')
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      const tooWide = await html.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect.soft(tooWide, 'pixels wider than the screen').toBeLessThanOrEqual(0)
      await axeFindsNothingHere(page, `${scene.name} ${language}`)
    })
  }
}
