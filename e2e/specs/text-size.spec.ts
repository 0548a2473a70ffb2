import { boxFaults } from '../fixtures/box-faults.ts'
import { DESKTOP, PHONE } from '../fixtures/screen-sizes.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { openScene } from '../matrix/open-scene.ts'
import { SCENES } from '../scenes/scenes.ts'

/*
 * A player's browser shows text at 200 % of the default size: nothing is cut or over another text
 * (e2e/fixtures/box-faults.ts), and nothing scrolls sideways. A game keeps the size of its controls.
 */

const test = base.extend<object, object>({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
      }),
    { scope: 'worker' },
  ],
})

/** One scene of each kind: a form, a list, cards, a table with a chart, a sheet, a panel, dialogs. */
const CHECKED =
  /^(login|lock|lobby-information|machines-filters|menu|search|limits|profile|sessions-lost|held|held-logout|extras-chat)$/

test.use({ isMobile: false })
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES.filter(({ name }) => CHECKED.test(name)))
  test(`the texts of ${scene.name} fit`, async ({ page, guard, platform, player, account }) => {
    await page.setViewportSize(PHONE)
    await openScene(scene, 'tr', { page, guard, platform, player, account })
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      const message = `${size.width}x${size.height}`
      await expect.poll(() => boxFaults(page.locator('body')), { message }).toEqual([])
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess, message).toBeLessThanOrEqual(0)
    }
  })
