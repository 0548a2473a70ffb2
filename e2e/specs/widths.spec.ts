import type { Locator, Page } from '@playwright/test'
import { LOCALE_CODES } from '../../src/contract/locales.ts'
import { NO_SCRIPTS } from '../fixtures/csp-violations.ts'
import { leaveCredit } from '../fixtures/open-game.ts'
import { reloadIn } from '../fixtures/reload-in.ts'
import { KIOSK, SIZES } from '../fixtures/screen-sizes.ts'
import { withSettings } from '../fixtures/settings.ts'
import { spaceBeside } from '../fixtures/space-beside.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { ExtrasPage } from '../pages/extras-page.ts'
import { LobbyFilters } from '../pages/lobby-filters.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LockScreen } from '../pages/lock-screen.ts'
import { Navbar } from '../pages/navbar.ts'

/*
 * The widths of the specification's section 9 (docs/decisions/0020-widths.md). Nothing is wider than the
 * screen.
 */

const widthOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width)
/** The px by which the page is wider than the screen. */
const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects that no part of the page is beyond the side of any screen. */
async function fits(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => excess(page), { message: `${size.width} px` }).toBe(0)
  }
}

test('the menu is 280 px wide and holds its content in each language on every screen @matrix', async ({
  page,
  openSignedIn,
}) => {
  await openSignedIn()
  await expect(new LobbyPage(page).brands.first()).toBeVisible()
  for (const language of ['tr', 'en', 'ar'] as const) {
    await reloadIn(page, language)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await new LobbyPage(page, language).openMenu()
      const navbar = new Navbar(page, language)
      const menu = navbar.drawer.or(navbar.side)
      await expect(navbar.lastLogin).toBeVisible()
      await expect.poll(() => widthOf(menu), { message: `${size.width} px` }).toBe(280)
      // Overflow that is hidden would be a cut text or button.
      expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await new LobbyPage(page, language).closeMenu()
    }
  }
})

/** The contents of the page and of its open menu. */
const PARTS = 'main :is(h1, li a), dialog[open] :is(a, button)'

for (const language of ['tr', 'ar'] as const)
  test(`no card and no entry of the menu lies behind a notch: ${language}`, async ({
    page,
    context,
    openSignedIn,
  }) => {
    await withSettings(context, { arabic: true })
    await page.setViewportSize({ width: 844, height: 390 })
    await openSignedIn()
    await reloadIn(page, language)
    const lobby = new LobbyPage(page, language)
    await expect(lobby.brands.first()).toBeVisible()
    const device = await context.newCDPSession(page)
    for (const side of ['left', 'right'] as const) {
      await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: 59 } })
      await expect.poll(() => spaceBeside(page, PARTS, side), side).toBeGreaterThanOrEqual(59)
      await lobby.openMenu()
      await expect(new Navbar(page, language).lastLogin).toBeVisible()
      await expect.poll(() => spaceBeside(page, PARTS, side), `menu, ${side}`).toBeGreaterThanOrEqual(59)
      await lobby.closeMenu()
    }
  })

test('the header bar of a wide phone and a tablet shows the whole logo', async ({ page, openSignedIn }) => {
  await page.setViewportSize({ width: 800, height: 360 })
  await openSignedIn()
  await expect(page.locator('.toolbar-search input')).toBeVisible()
  const cut = () =>
    page.locator('.toolbar-home').evaluate((home) => {
      const [logo, own] = [home.firstElementChild ?? home, home].map((part) => part.getBoundingClientRect())
      const search = home.nextElementSibling?.getBoundingClientRect()
      return !logo || !own || !search || logo.left < own.left || logo.right > Math.min(own.right, search.left)
    })
  for (const width of [700, 740, 800, 1000]) {
    await page.setViewportSize({ width, height: 360 })
    await expect.poll(cut, { message: `${width} px` }).toBe(false)
    expect(await excess(page)).toBe(0)
  }
})

test("a portrait kiosk's menu is 640 px wide", async ({ page, openSignedIn }) => {
  await page.setViewportSize({ width: 1080, height: 1920 })
  await openSignedIn('/lobby?kiosk')
  const lobby = new LobbyPage(page)
  await expect(lobby.brands.first()).toBeVisible()
  await lobby.openMenu()
  const { drawer } = new Navbar(page)
  await expect.poll(() => widthOf(drawer)).toBe(640)
  expect(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('sessions whose times cannot be read are no wider than the screen', async ({ page, openSignedIn }) => {
  const rows = ['first', 'last'].map((id) => ({
    id,
    machine: 'Nar 01',
    start: `${id} ${'W'.repeat(400)}`,
    end: '2026-11-20T10:00:00Z',
    duration: 60,
    cashIn: 5000,
    cashOut: 10_000,
    spins: 1,
    freeSpins: 0,
  }))
  await page.route('**/api/player/sessions*', (route) => route.fulfill({ json: { rows } }))
  await openSignedIn('/slot-sessions')
  await expect(page.getByRole('figure')).toContainText('first WWW')
  expect(await excess(page)).toBe(0)
})

test('the table of sessions cuts nothing on a small desktop @desktop-only', async ({
  page,
  context,
  openSignedIn,
}) => {
  await withSettings(context, { arabic: true })
  const session = {
    id: '1',
    machine: 'Kervan 01',
    start: '2026-11-27T21:24:00Z',
    end: '2026-11-27T21:58:00Z',
    duration: 2040,
    cashIn: 50_000,
    cashOut: 63_730,
    spins: 25,
    freeSpins: 25,
  }
  const overnight = { ...session, id: '2', end: '2026-11-28T22:14:00Z', duration: 89_400 }
  const json = { rows: [session, overnight] }
  await page.route('**/api/player/sessions*', (route) => route.fulfill({ json }))
  await openSignedIn('/slot-sessions')
  for (const language of LOCALE_CODES) {
    await page.evaluate((code) => localStorage.setItem('reelcast.language', code), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('td').first()).toBeVisible()
    const cut = await page
      .locator('td, th button')
      .evaluateAll((cells) =>
        cells
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
    expect.soft(cut, language).toEqual([])
  }
})

test('an information page takes 80 % of every screen in both directions @matrix', async ({
  page,
  guard,
  openSignedIn,
}) => {
  guard.allow(NO_SCRIPTS)
  await openSignedIn()
  await page.getByRole('link', { name: text('tr', 'info.gameRules') }).click()
  const dialog = page.getByRole('dialog', { name: text('tr', 'info.gameRules') })
  await expect(dialog.locator('iframe[data-loaded]')).toBeVisible()
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    const box = async () => {
      const { width: wide = 0, height: high = 0 } = (await dialog.boundingBox()) ?? {}
      return [wide / width, high / height].map((part) => part.toFixed(2))
    }
    await expect.poll(box, { message: `${width} px` }).toEqual(['0.80', '0.80'])
  }
})

test('a name of 29 letters without a break and a jackpot of a billion stay within every screen @matrix', async ({
  page,
  context,
  openSignedIn,
}) => {
  const name = 'Donaudampfschifffahrtskapitän'
  const brand = { id: 1, name, brand: 'nar', jackpot: '123456789012', machineCount: 1 }
  await context.route('**/api/machine/brands', (route) => route.fulfill({ json: [brand] }))
  await openSignedIn()
  await expect(new LobbyPage(page).brand(name)).toBeVisible()
  for (const language of ['tr', 'ar'] as const) {
    await reloadIn(page, language)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    await fits(page)
    await new LobbyPage(page, language).openBrand(name)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await fits(page)
    await page.goto('/lobby')
  }
})

test('texts of a thousand letters, which a server may send, stay within every screen', async ({
  page,
  context,
  platform,
  account,
  openSignedIn,
}) => {
  await leaveCredit(platform, account)
  const long = 'W'.repeat(1000)
  const texts = /"(name|lastname|machine|from|tag|device|ip|email)":"[^"]*"/g
  const lengthen = (message: string) => message.replace(texts, `"$1":"${long}"`)
  await page.route(/\/api\/(machine|player|auth|chat)\//, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: lengthen(await response.text()) })
  })
  await page.routeWebSocket(/socket\.io/, (ws) => {
    ws.connectToServer().onMessage((frame) => ws.send(lengthen(String(frame))))
  })
  await withSettings(context, { extras: true })
  await openSignedIn()
  const lobby = new LobbyPage(page)
  const held = lobby.reconnect.getByRole('heading')
  await expect(held).toContainText(long)
  expect(await held.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
  await lobby.later()
  for (const path of ['/lobby', '/lobby/1/x', '/transactions', '/slot-sessions', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(long).first(), path).toBeAttached()
    await fits(page)
  }
  const extras = new ExtrasPage(page)
  await extras.open('chat')
  expect(await extras.panel('chat').evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  await page.goto('/lobby')
  await lobby.held.click()
  await expect(page.getByTestId('game').getByRole('heading', { name: long })).toBeAttached()
  await fits(page)
})

/** The number of cards in each row. */
const rowsOf = (cards: Locator) =>
  cards.evaluateAll((all) => {
    const rows = new Map<number, number>()
    for (const card of all) {
      const top = Math.round(card.getBoundingClientRect().top)
      rows.set(top, (rows.get(top) ?? 0) + 1)
    }
    return [...rows.values()]
  })

test('a kiosk shows all machines of a brand in full rows, and all brands below the own machines', async ({
  page,
  openSignedIn,
}) => {
  await page.setViewportSize(KIOSK)
  await openSignedIn('/lobby?kiosk')
  const lobby = new LobbyPage(page)
  await lobby.openBrand('Kervan')
  await expect.poll(() => rowsOf(lobby.machines)).toEqual([2, 2, 2, 2])
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  expect(await bottomOf(lobby.machines.last())).toBeLessThanOrEqual(KIOSK.height)
  await new LobbyFilters(page).star('Kervan 01').click()
  await page.getByRole('link', { name: text('tr', 'lobby.back') }).click()
  await expect(page.getByRole('region', { name: text('tr', 'personal.title') })).toBeVisible()
  expect(await rowsOf(lobby.brands)).toEqual([2, 2, 2])
  expect(await bottomOf(lobby.brands.last())).toBeLessThanOrEqual(KIOSK.height)
})

const LARGE = { width: 2560, height: 1440 }
const DESKTOP = { isMobile: false, hasTouch: false }

test.describe('on a wide screen', () => {
  test.use({ ...DESKTOP, viewport: { width: 1920, height: 1080 } })

  test('login, navbar, brands and machines have their widths on a laptop, a desktop, a large and a tall screen', async ({
    page,
    openSignedIn,
  }) => {
    const lobby = new LobbyPage(page)
    const navbar = new Navbar(page)
    await test.step('on a large screen the login fills its two halves', async () => {
      await page.setViewportSize(LARGE)
      await page.goto('/login')
      const [stage, form] = [page.locator('.login-floor'), page.locator('.login-form')]
      expect(await widthOf(stage)).toBeGreaterThan(800)
      expect(await widthOf(form)).toBeGreaterThan(640)
    })
    await test.step('the lobby there is that of a desktop: six brands in the middle, with larger text and its bar', async () => {
      await openSignedIn()
      await expect(lobby.brands.nth(5)).toBeVisible()
      await expect(page.locator('body')).toHaveCSS('font-size', '20px')
      expect((await navbar.places()).bar.height).toBeLessThan(80)
      expect(await widthOf(lobby.brands.first())).toBeLessThan(500)
      expect(await rowsOf(lobby.brands)).toEqual([6])
      const [first, last] = await Promise.all([
        lobby.brands.first().boundingBox(),
        lobby.brands.nth(5).boundingBox(),
      ])
      // The content is 2160 px wide; the navbar takes 280 px of 2560.
      expect(first?.x).toBe(280 + 60)
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(2560 - 60, 0)
    })
    await test.step('six brands are in a row, two rows on a laptop', async () => {
      await page.setViewportSize({ width: 1920, height: 1080 })
      await expect.poll(() => rowsOf(lobby.brands)).toEqual([6])
      await page.setViewportSize({ width: 1366, height: 768 })
      await expect.poll(() => rowsOf(lobby.brands)).toEqual([3, 3])
    })
    await test.step('on a tall screen with larger text the navbar is 280 px wide, and 64 folded', async () => {
      await page.setViewportSize({ width: 1440, height: 2560 })
      await expect.poll(() => widthOf(navbar.side)).toBe(280)
      await navbar.fold.click()
      await page.mouse.move(1300, 800)
      await expect.poll(() => widthOf(navbar.side)).toBe(64)
      expect((await navbar.places()).main.x).toBe(64)
    })
    await test.step('the folded navbar gives its room to the content', async () => {
      await page.setViewportSize(LARGE)
      await expect.poll(async () => (await lobby.brands.first().boundingBox())?.x).toBe(64 + 168)
    })
    await test.step('eight machines are two full rows there, and beside the whole navbar of a desktop', async () => {
      await lobby.openBrand('Kervan')
      await expect.poll(() => widthOf(lobby.machines.first())).toBe(510)
      expect(await rowsOf(lobby.machines)).toEqual([4, 4])
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.mouse.move(30, 300)
      await navbar.keep.click()
      await expect.poll(() => widthOf(lobby.machines.first())).toBe(360)
      expect(await rowsOf(lobby.machines)).toEqual([4, 4])
    })
  })

  test('the lock is as large as the login on a large screen', async ({ page, context, openSignedIn }) => {
    await withSettings(context, { idlePinLock: true })
    await openSignedIn()
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem('reelcast.locked', '1')
    })
    await page.setViewportSize(LARGE)
    await page.reload()
    const lock = new LockScreen(page)
    await lock.ok.waitFor()
    // Three keys in a row.
    expect(3 * (await widthOf(lock.ok))).toBeGreaterThan(560)
  })
})
