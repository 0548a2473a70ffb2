import { axeFindsNothing } from '../fixtures/axe.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Wallet } from '../pages/wallet.ts'

/*
 * Browsers of the age that vite/least-browsers.ts names. A new browser stands in for one: a script removes
 * what the old one lacks before any other script runs.
 */

/** Removes the functions that came after Safari 16.4, Chrome 111 and Firefox 121. */
function removeNewer(): void {
  const newer: [object, ...string[]][] = [
    [URL, 'canParse', 'parse'],
    [AbortSignal, 'any'],
    [Promise, 'withResolvers', 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf'],
    [HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover'],
    [
      HTMLButtonElement.prototype,
      'popoverTargetElement',
      'popoverTargetAction',
      'command',
      'commandForElement',
    ],
    [Element.prototype, 'checkVisibility', 'setHTML'],
    [HTMLDialogElement.prototype, 'closedBy', 'requestClose'],
    [HTMLVideoElement.prototype, 'requestVideoFrameCallback', 'cancelVideoFrameCallback'],
    [Navigator.prototype, 'wakeLock', 'vibrate', 'userActivation'],
    [Document.prototype, 'startViewTransition'],
    [window, 'requestIdleCallback', 'scheduler', 'URLPattern', 'CloseWatcher', 'navigation'],
  ]
  for (const [owner, ...names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
  // The attribute still hides the element here, and only the removed functions would show it.
  const shown = new CSSStyleSheet()
  shown.replaceSync(':where([popover].\\:popover-open) { display: block }')
  document.adoptedStyleSheets.push(shown)
}

test('a browser of the least version plays a visit', async ({
  page,
  player,
  account,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${error}`))
  await page.addInitScript(removeNewer)
  const start = await account.balance()
  await page.goto('/')
  await loginPage.logIn(player)
  await expect.poll(() => lobbyPage.cents()).toBe(start)

  await test.step('the wallet opens below the balance, and closes', async () => {
    const wallet = new Wallet(page)
    await wallet.open()
    await expect(wallet.window.getByRole('link')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(wallet.window).toBeHidden()
    await wallet.open()
    await page.mouse.click(8, 600)
    await expect(wallet.window).toBeHidden()
  })

  await test.step('the filters open in their sheet, and close', async () => {
    await lobbyPage.openBrand('Kervan')
    const sheet = page.getByRole('group', { name: text('tr', 'filters.filters') })
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: text('tr', 'filters.filters') }).click()
    await expect(sheet).toBeVisible()
    await sheet.locator('button[data-kind=primary]').click()
    await expect(sheet).toBeHidden()
  })

  await test.step('a game: picture, load, spin, cash out', async () => {
    await lobbyPage.freeMachine.first().click()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
    await gamePage.load('100')
    await playOnce(gamePage)
    const credit = await gamePage.cents('credit')
    await gamePage.cashOut()
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 10_000 + credit)
    await gamePage.leave()
  })
  expect(errors).toEqual([])
})

test('an older browser shows what to update, in its language', async ({ page }) => {
  await page.addInitScript(() => {
    // As in Firefox 120.
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (condition: string, value?: string) =>
      value === undefined ? !condition.includes(':has') && supports(condition) : supports(condition, value)
  })
  await page.goto('/lobby')
  await expect(page).toHaveURL(/\/update-browser\.html#tr$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Tarayıcınızı güncelleyin'])
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Please update your browser'])
  await axeFindsNothing(page, 'the page for old browsers')
})
