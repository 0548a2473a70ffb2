import type { Page } from '@playwright/test'
import { NO_SCRIPTS } from '../fixtures/csp-violations.ts'
import { plantWins } from '../fixtures/plant-wins.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { SearchBox } from '../pages/search-box.ts'
import { Wallet } from '../pages/wallet.ts'

/* Android's Back closes what lies over a page, and does not leave the page. */

const t = (key: string) => text('tr', key)
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).first()

/**
 * Runs in the page. Android's Back closes the newest of: a `CloseWatcher`, a modal `<dialog>`, a popover. A
 * desktop's browser has them without the button.
 */
function installBack(): void {
  const Watcher = Reflect.get(window, 'CloseWatcher') as new () => { requestClose(): void }
  const watchers: { requestClose(): void }[] = []
  class ListedWatcher extends Watcher {
    constructor() {
      super()
      watchers.push(this)
    }
    destroy() {
      watchers.splice(watchers.indexOf(this), 1)
      Reflect.apply(Reflect.get(Watcher.prototype, 'destroy'), this, [])
    }
  }
  Reflect.set(window, 'CloseWatcher', ListedWatcher)
  Reflect.set(window, 'countWatchers', () => watchers.length)
  Reflect.set(window, 'pressBack', () => {
    const open = [...document.querySelectorAll<HTMLElement>(':modal, [popover=auto]:popover-open')]
    const native = open.find((one) => one.contains(document.activeElement)) ?? open.at(-1)
    const watcher = watchers.at(-1)
    if (watcher) watcher.requestClose()
    else if (native?.matches('dialog')) Reflect.apply(Reflect.get(native, 'requestClose'), native, [])
    else if (native) native.hidePopover()
    else throw new Error('Back would leave the page')
  })
}

const pressBack = (page: Page) => page.evaluate(() => Reflect.get(window, 'pressBack')())
/** What lies over the page at the moment. */
const overlays = (page: Page) =>
  page.locator(
    ':modal, :popover-open, [role=dialog][aria-modal=true], [data-testid=win-screen], [data-testid=receipt], [data-testid=tour]',
  )

/** Opens each overlay, and expects that Back closes it, then those below it, and stays. */
async function expectClosedByBack(
  page: Page,
  openers: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const address = page.url()
  for (const [name, open] of Object.entries(openers))
    await test.step(name, async () => {
      await open()
      await overlays(page).first().waitFor()
      for (let left = await overlays(page).count(); left > 0; left--) {
        await pressBack(page)
        await expect(overlays(page)).toHaveCount(left - 1)
      }
      expect(page.url()).toBe(address)
    })
  // An overlay's watcher ends just after the overlay.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'countWatchers')())).toBe(0)
  await expect(pressBack(page)).rejects.toThrow('Back would leave the page')
}

test('in the lobby Back closes what lies over it', async ({ page, context, guard, openSignedIn }) => {
  guard.allow(NO_SCRIPTS)
  await withSettings(context, { informationText: { tr: 'Bakım var.' } })
  await page.addInitScript(installBack)
  await openSignedIn()
  const search = new SearchBox(page)
  await search.ready()
  await expectClosedByBack(page, {
    menu: () => search.openDrawer(),
    search: async () => {
      await search.openSheet()
      await search.field.waitFor()
    },
    'chosen shortcuts': async () => {
      await search.showShortcuts()
      await search.openStars()
      await search.stars.waitFor()
    },
    wallet: () => new Wallet(page).open(),
    information: () => button(page, 'info.information').click(),
    'an information page': () => page.getByRole('link', { name: t('info.gameRules') }).click(),
  })
})

test('in the list of machines Back closes what lies over it', async ({ page, openSignedIn }) => {
  await page.addInitScript(installBack)
  await openSignedIn('/lobby/1/x')
  const lobby = new LobbyPage(page)
  await lobby.machines.first().waitFor()
  await expectClosedByBack(page, {
    filters: () => button(page, 'filters.filters').click(),
    // Once in a while all three simulated players of a brand are away.
    'a machine of another player': () =>
      page.locator('li[data-availability=status] > button').first().click({ timeout: 60_000 }),
  })
})

test('in a game Back closes what lies over it, and the machine stays joined', async ({ page, openGame }) => {
  await page.addInitScript(installBack)
  await plantWins(page, { stakes: 120 })
  await openGame()
  const game = new GamePage(page)
  const openTab = async (tab: string) => {
    await page.locator('[data-key=side]').click()
    await page.locator(`#info-tab-${tab}`).click()
  }
  await game.load('100')
  await page.getByTestId('autoplay').waitFor()
  await expectClosedByBack(page, {
    load: () => game.loadButton.click(),
    autoplay: () => page.getByTestId('autoplay').click(),
    paytable: () => openTab('rules'),
    'picture quality': () => page.locator('button[data-level]').click(),
    leave: () => game.leave(),
    tour: async () => {
      await openTab('settings')
      await page.getByRole('button', { name: t('tour.title') }).click()
    },
    'a large win': async () => {
      await game.spinButton.click()
      await page.getByTestId('win-screen').waitFor()
    },
    receipt: async () => {
      await expect(game.cashOutButton).toBeEnabled()
      await game.cashOut()
    },
  })
  await expect(game.status).toHaveAttribute('data-video-status', 'live')
})
