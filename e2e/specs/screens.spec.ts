import { axeFindsNothing } from '../fixtures/axe.ts'
import { boxFaults } from '../fixtures/box-faults.ts'
import { MIN_SHIFT, watchShifts } from '../fixtures/layout-shifts.ts'
import { screenFaults } from '../fixtures/screen-faults.ts'
import { DESKTOP, KIOSK, PHONE, similarSizes } from '../fixtures/screen-sizes.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { openScene } from '../matrix/open-scene.ts'
import { LAYOUTS, SCENES } from '../scenes/scenes.ts'

/*
 * How scenes look: no text is cut through, none is over another, over a control or over a picture, no enabled
 * control is covered, none is outside the screen (e2e/fixtures/screen-faults.ts), nothing shifts, axe finds
 * no fault, and only what is out of date is grey.
 */

test.describe.configure({ mode: 'parallel' })
test.use({ isMobile: false })
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const [device, scenes, first] of [
  ['phones and desktops', SCENES.filter(({ kiosk }) => !kiosk), PHONE],
  ['a kiosk', SCENES.filter(({ name, kiosk }) => kiosk || LAYOUTS.test(name)), KIOSK],
] as const)
  for (const scene of scenes)
    test(`${scene.name} fits on ${device} and has no axe fault`, async ({
      page,
      guard,
      platform,
      player,
      account,
    }) => {
      await page.setViewportSize(first)
      const shifts = await watchShifts(page, { minScore: MIN_SHIFT })
      const opened = first === KIOSK ? { ...scene, kiosk: true as const } : scene
      await openScene(opened, 'tr', { page, guard, platform, player, account })
      const { length } = await shifts()
      await expect.soft.poll(() => screenFaults(page)).toEqual([])
      expect.soft((await shifts()).slice(length), 'shifts of the scene').toEqual([])
      // The matrix looks at every scene in every size.
      const similar = (size: typeof PHONE) => (LAYOUTS.test(scene.name) ? similarSizes(size) : [])
      const further = [...similar(PHONE), DESKTOP, ...similar(DESKTOP)]
      for (const size of first === PHONE ? further : []) {
        await page.setViewportSize(size)
        const message = `${size.width}x${size.height}`
        await expect.soft.poll(() => screenFaults(page), { message }).toEqual([])
      }
      // Once for each scene; the matrix does so on every screen in every language. Last, because a page that
      // it keeps busy says that its picture is late.
      if (first !== PHONE && !scene.kiosk) return
      await page.setViewportSize(first)
      await axeFindsNothing(page, scene.name)
    })

/** Each size at which a part of the header bar appears, goes or has least room. */
const BAR_SIZES = [320, 360, 376, 390, 412, 430, 699, 700, 844, 1000, 1199, 1366].map((width) => ({
  width,
  height: 700,
}))
const INFORMATION = { informationText: 'x' }

for (const [parts, language, settings] of [
  ['the information', 'tr', INFORMATION],
  ['every part, from right to left', 'ar', { ...INFORMATION, arabic: true }],
  [
    "the information and the operator's logo, without languages",
    'tr',
    { ...INFORMATION, languageSelect: false, logo: '/icons/logo.svg' },
  ],
] as const)
  for (const balance of [1_000_000, 100_000_000_000])
    test(`the header bar holds ${parts}, and a balance of ${balance / 100}`, async ({
      page,
      context,
      openSignedIn,
    }) => {
      await withSettings(context, settings)
      await context.addInitScript((code) => localStorage.setItem('reelcast.language', code), language)
      await page.route('**/api/player/balance', (route) => route.fulfill({ json: { balance } }))
      await page.routeWebSocket(/socket\.io/, (ws) => {
        const server = ws.connectToServer()
        server.onMessage((frame) => ws.send(String(frame).replace(/"balance":\d+/g, `"balance":${balance}`)))
      })
      for (const path of ['/lobby', '/lobby?kiosk']) {
        const sizes = path === '/lobby' ? BAR_SIZES : [KIOSK]
        await page.setViewportSize(sizes[0] ?? KIOSK)
        await openSignedIn(path)
        await expect(page.locator('header [popovertarget]')).toHaveText(/000[.,]00/)
        await expect(page.getByRole('button', { name: text(language, 'info.information') })).toBeVisible()
        for (const size of sizes) {
          await page.setViewportSize(size)
          const message = `${size.width}x${size.height}`
          await expect.poll(() => boxFaults(page.locator('header')), { message }).toEqual([])
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(excess, message).toBe(0)
        }
      }
    })

test('a lost visit leaves the sessions in colour; a list without a connection is grey', async ({
  page,
  guard,
  platform,
  player,
  account,
}) => {
  const greyParts = () =>
    page
      .locator('main > *')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).filter !== 'none').map((one) => one.tagName),
      )
  for (const [name, grey] of [
    ['sessions-lost', []],
    ['machines-offline', expect.arrayContaining(['UL'])],
  ] as const) {
    const scene = SCENES.find((one) => one.name === name)
    if (!scene) throw new Error(`there is no scene ${name}`)
    await openScene(scene, 'tr', { page, guard, platform, player, account })
    expect(await greyParts(), name).toEqual(grey)
  }
})
