import { topPart } from '../fixtures/screen-faults.ts'
import { expect, test } from '../fixtures/test.ts'
import { unreachableControls } from '../fixtures/unreachable-controls.ts'
import { LAYOUTS, SCENES } from '../scenes/scenes.ts'
import { openScene } from './open-scene.ts'

/*
 * A desktop's window of 1280x1024 at 400 % zoom: every control of a scene can be scrolled to and receives a
 * click there, and nothing scrolls sideways.
 */

test.use({ viewport: { width: 320, height: 256 } })
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES.filter(({ name }) => LAYOUTS.test(name))) {
  test(`${scene.name}: every control can be clicked`, async ({ page, guard, platform, player, account }) => {
    await openScene(scene, 'tr', { page, guard, platform, player, account })
    await expect.poll(() => unreachableControls(topPart(page))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
