import type { BrowserContext, Page } from '@playwright/test'
import type { SignedIn } from '../fixtures/api-client.ts'
import { axeFindsNothing } from '../fixtures/axe.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { reloadIn } from '../fixtures/reload-in.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { Navbar } from '../pages/navbar.ts'

/* The frame around a page: the navbar in its forms, the bar, the layouts. */

const t = (key: string) => text('tr', key)
const DESKTOP = {
  viewport: { width: 1366, height: 768 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
}

/** Every kind of entry that an operator can add. */
const NAVIGATION = [
  { type: 'divider' },
  {
    type: 'group',
    title: { tr: 'Kampanyalar', en: 'Promotions', ar: 'العروض' },
    children: [
      {
        type: 'link',
        title: 'Turnuva',
        url: 'https://tournament.example/',
        icon: 'trophy',
        badge: { title: 'Yeni', bg: '#7fd18b', fg: '#10210f' },
      },
    ],
  },
  {
    type: 'collapse',
    title: 'Yardım',
    icon: 'help',
    children: [
      {
        type: 'collapse',
        title: 'Gruplar',
        children: [{ type: 'item', title: 'Kervan', url: '/lobby/1/Kervan' }],
      },
    ],
  },
  { type: 'item', title: 'Kasa', url: '/slot-sessions', auth: ['staff'] },
]

async function enter(page: Page, { token }: SignedIn, path = '/lobby'): Promise<void> {
  await openWithToken(page, path, token)
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
}

/** Records layout shifts of the frame's own parts. */
async function watchFrame(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue
        for (const { node } of Reflect.get(entry, 'sources')) {
          if (node instanceof Element && node.matches('#root, header, main, nav, [data-navbar]'))
            moved.push(node.outerHTML)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
const moved = (page: Page) => page.evaluate(() => Reflect.get(window, 'moved'))

/** Waits for the end of fade-ins: text that is partly transparent fails the contrast check. */
const isStill = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const moving = document.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime)
        return moving.filter((end) => end !== Number.POSITIVE_INFINITY).length
      }),
    )
    .toBe(0)

test('on a phone the menu is a drawer that traps and restores the focus and closes in four ways', async ({
  page,
  account,
  lobbyPage,
}) => {
  await enter(page, account)
  const navbar = new Navbar(page)
  const { drawer, close } = navbar
  const entry = navbar.entry(t('router.profile'))
  const isIn = () =>
    drawer.evaluate((box) => box.contains(document.activeElement) || document.activeElement === document.body)

  await lobbyPage.menuButton.tap()
  await expect(drawer).toBeFocused()
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press('Tab')
    expect(await isIn()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(lobbyPage.menuButton).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(drawer).toBeFocused()
  await close.tap()
  await expect(drawer).toBeHidden()
  await lobbyPage.menuButton.tap()
  await expect(drawer).toBeVisible()
  await page.touchscreen.tap(20, 300)
  await expect(drawer).toBeHidden()
  await lobbyPage.menuButton.tap()
  await entry.tap()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/profile')
})

for (const headerBarHide of [false, true]) {
  test(`headerBarHide ${headerBarHide}: menu and wallet are reachable`, async ({
    page,
    context,
    account,
    lobbyPage,
  }) => {
    await withSettings(context, { headerBarHide })
    await enter(page, account)
    const navbar = new Navbar(page)
    await expect(navbar.bar.getByRole('link')).toHaveCount(headerBarHide ? 0 : 1)
    const { bar, main } = await navbar.places()
    // Either at the bottom corner, with the page starting at the top; or at the top, with the page below it.
    if (headerBarHide) expect([main.y, bar.y > 500]).toEqual([0, true])
    else expect([bar.y, main.y]).toEqual([0, bar.height])
    await expect(lobbyPage.balance).toBeInViewport()
    await lobbyPage.menuButton.tap()
    await expect(navbar.drawer).toBeVisible()
    await expect(navbar.entry(t('router.logout'))).toBeVisible()
  })
}

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  test('the navbar folds to a rail that expands over the page on hover and focus, and stays folded', async ({
    page,
    context,
    account,
  }) => {
    await watchFrame(context)
    await enter(page, account)
    const navbar = new Navbar(page)
    const width = () => navbar.side.evaluate((side) => Math.round(side.getBoundingClientRect().width))
    await expect.poll(width).toBe(280)
    expect((await navbar.places()).main.x).toBe(280)
    await navbar.fold.click()
    await page.mouse.move(800, 500)
    await expect.poll(width).toBe(64)
    const { main } = await navbar.places()
    expect(main.x).toBe(64)

    await page.mouse.move(30, 300)
    await expect.poll(width).toBe(280)
    await expect(navbar.entry(t('router.sessions'))).toBeVisible()
    expect((await navbar.places()).main).toEqual(main)
    await page.mouse.move(800, 500)
    await expect.poll(width).toBe(64)

    await page.reload()
    await expect.poll(width).toBe(64)
    expect((await navbar.places()).main.x).toBe(64)
    expect(await moved(page)).toEqual([])
    // The first Tab reaches the skip button.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(navbar.keep).toBeFocused()
    await expect.poll(width).toBe(280)
    expect((await navbar.places()).main.x).toBe(64)
    await page.keyboard.press('Enter')
    await expect(navbar.fold).toBeFocused()
    expect((await navbar.places()).main.x).toBe(280)
  })

  for (const layoutStyle of ['layout1', 'layout2', 'layout3']) {
    test(`${layoutStyle} reserves the navbar's space from the first paint, and is mirrored in Arabic`, async ({
      page,
      context,
      account,
    }) => {
      await watchFrame(context)
      await withSettings(context, { layoutStyle, navigation: NAVIGATION, arabic: true })
      await enter(page, account)
      for (const language of ['tr', 'ar'] as const) {
        if (language === 'ar') await reloadIn(page, 'ar')
        const navbar = new Navbar(page, language)
        await expect(navbar.list).toBeVisible()
        await expect(new LobbyPage(page, language).menuButton).toHaveCount(0)
        const { main, bar, list } = await navbar.places()
        const mirrored = (box: { x: number; width: number }) =>
          language === 'ar' ? 1366 - box.x - box.width : box.x
        if (layoutStyle === 'layout1') expect([mirrored(list), mirrored(main)]).toEqual([0, 280])
        else if (layoutStyle === 'layout2') {
          expect([main.width, bar.height, list.y >= 64]).toEqual([1366, 120, true])
          const heading = await page.getByRole('heading').first().boundingBox()
          expect(heading && mirrored(heading)).toBe((1366 - 1120) / 2)
        } else
          expect([mirrored(main), main.width, bar.height < 80, list.y < 64]).toEqual([43, 1280, true, true])
        expect(await moved(page)).toEqual([])
      }
    })
  }

  test('in the horizontal navbar hover opens submenus; axe finds no fault', async ({
    page,
    context,
    account,
  }) => {
    await withSettings(context, { layoutStyle: 'layout2', navigation: NAVIGATION })
    await enter(page, account)
    const navbar = new Navbar(page)
    await navbar.holder('Yardım').hover()
    await navbar.holder('Gruplar').hover()
    await navbar.entry('Kervan').click()
    await expect(page).toHaveURL('/lobby/1/Kervan')
    await expect(navbar.entry('Kervan')).toBeHidden()
    await page.getByRole('button', { name: t('navigation.account') }).click()
    await expect(navbar.lastLogin).toBeVisible()
    await isStill(page)
    await axeFindsNothing(page, 'row')
  })
})
