import { test as base, expect } from '@playwright/test'
import { startExample } from '../../platform/testing/example.ts'
import { type Guard, watch } from '../fixtures/console-guard.ts'
import { openForeignSite } from '../fixtures/foreign-site.ts'
import { startMovingPicture } from '../fixtures/moving-picture.ts'
import { skipBrowserGate } from '../fixtures/skip-once.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { Wallet } from '../pages/wallet.ts'

/* Whole visits behind docs/examples/specification-server, which sends only what the specification names. */

/** When the example begins its countdown of ten seconds. */
const IDLE_MS = 3000
const t = (key: string) => text('tr', key)

const test = base.extend<{
  language: Locale
  env: Record<string, string>
  site: string
  guard: Guard
}>({
  language: ['tr', { option: true }],
  env: [{ IDLE_MS: String(IDLE_MS) }, { option: true }],
  site: async ({ language, env }, use) => {
    const example = startExample('specification-server', env)
    const [{ address, stop }, pictures] = await Promise.all([example, startMovingPicture()])
    const site = await openForeignSite(address, 'nginx', {
      ...{ apiUrl: address, machineUrl: address, notificationUrl: address, socketToken: 'query' },
      ...{ videoUrl: `${pictures.address}/whep/{id}`, serviceWorker: false },
      // The example gives a discount to everybody.
      ...{ language, discountCheck: false },
    })
    await use(site.origin)
    await site.close()
    pictures.close()
    await stop()
  },
  baseURL: async ({ site }, use) => use(site),
  guard: async ({ context }, use) => {
    const guard = watch(context)
    await use(guard)
    expect(guard.complaints()).toEqual([])
  },
})

test('log in, see the machine live, cash out, leave, return and be sent away', async ({ page, guard }) => {
  // The browser's own messages about calls that the specification does not name.
  guard.allow(/status of (401|404)/)
  test.setTimeout(120_000)
  const lobby = new LobbyPage(page)
  const game = new GamePage(page)
  const join = async () => {
    await lobby.openBrand('Kervan')
    await expect(lobby.machines.first().getByRole('link')).toBeVisible()
    await lobby.machines.getByRole('link').click()
    await expect(game.status).toHaveAttribute('data-video-status', 'live')
  }
  const balanceInGame = page.getByTestId('balance')

  await test.step('the lobby shows the wallet and the machine', async () => {
    await page.goto('/login')
    await new LoginPage(page).logIn({ username: 'anna', password: 'anna-1234' })
    await expect(lobby.balance).toHaveText('₺1.000,00')
  })
  await test.step('the game shows the picture and the wallet, and offers what the server can do', async () => {
    await join()
    await expect(balanceInGame).toHaveText('₺990,00')
    await expect(game.credit).toHaveCount(0)
    await expect(game.spinButton).toHaveCount(0)
    await expect(game.loadButton).toHaveCount(0)
    await expect(game.reason).toHaveText('')
  })
  await test.step('the end of the visit is announced; a cash-out stops that', async () => {
    const warning = page.getByRole('button', { name: /^Devam etmek için \d+ saniyeniz kaldı$/ })
    await expect(warning).toBeVisible()
    await game.cashOut()
    await expect(page.getByRole('button', { name: t('game.creditMoved') })).toBeVisible()
    await expect(balanceInGame).toHaveText('₺1.002,50')
    await expect(warning).toHaveCount(0)
  })
  await test.step('leaving an empty machine frees it', async () => {
    await game.leave()
    await lobby.openBrand('Kervan')
    await expect(lobby.machines.first()).toHaveAttribute('data-status', 'available')
    await page.goBack()
  })
  await test.step('a machine that is left with credit is offered again, and cashed out from there', async () => {
    await join()
    await expect(balanceInGame).toHaveText('₺992,50')
    await game.leaveCredit()
    await expect(lobby.dock).toContainText('Kervan 07')
    await lobby.dock.getByRole('button', { name: t('held-machine.cashout') }).click()
    await expect(lobby.dock.getByText('Kervan 07')).toHaveCount(0)
    await expect(lobby.balance).toHaveText('₺1.005,00')
  })
  await test.step('a visit that the server ends is cashed out, and the lobby says so', async () => {
    await join()
    await expect(balanceInGame).toHaveText('₺995,00')
    await page.waitForURL('**/lobby', { timeout: 30_000 })
    await expect(lobby.balance).toHaveText('₺1.007,50')
    await expect(page.getByRole('button', { name: t('code.50100') })).toBeVisible()
  })
})

declare global {
  interface Window {
    /** The texts of red messages, and the frames of cash-outs, of this tab. */
    noted: { red: string[]; cashOuts: string[] }
  }
}

/** For `addInitScript`: notes what must not be shown, and what must be sent once. Outlives a reload. */
function takeNotes(): void {
  // about:blank has no storage.
  if (!location.protocol.startsWith('http')) return
  const stored = sessionStorage.getItem('e2e-notes')
  window.noted = stored ? JSON.parse(stored) : { red: [], cashOuts: [] }
  const note = (kind: 'red' | 'cashOuts', line: string) => {
    window.noted[kind].push(line)
    sessionStorage.setItem('e2e-notes', JSON.stringify(window.noted))
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes])
        if (node instanceof HTMLElement && node.matches('button[data-kind=danger]'))
          note('red', node.textContent)
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-kind'] })
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (data) {
    if (typeof data === 'string' && data.includes('["cashout"')) note('cashOuts', data)
    send.call(this, data)
  }
}

for (const language of ['tr', 'en'] as const)
  test.describe(`where a cash-out ends the visit, in ${language}`, () => {
    test.use({ language, env: { CASH_OUT_ENDS_VISIT: '1' } })

    test('claim, cash out, cancel, kick and log out @firefox', async ({ page, guard, context }) => {
      guard.allow(/status of (401|404)/)
      test.setTimeout(120_000)
      await skipBrowserGate(context)
      await context.addInitScript(takeNotes)
      const lobby = new LobbyPage(page, language)
      const game = new GamePage(page, language)
      const wallet = new Wallet(page, language)
      const message = (key: string) => page.getByRole('button', { name: text(language, key) })
      const money = (amount: number) =>
        new Intl.NumberFormat(language, {
          ...{ style: 'currency', currency: 'TRY', currencyDisplay: 'narrowSymbol' },
        }).format(amount)
      const notes = () => page.evaluate(() => window.noted)
      const joinFrom = async (lobbyOf: LobbyPage, at = page) => {
        await at.goto('/lobby')
        await lobbyOf.openBrand('Kervan')
        await lobbyOf.machines.getByRole('link').click()
        await expect(new GamePage(at, language).status).toHaveAttribute('data-video-status', 'live')
      }

      await test.step('a discount and a bonus', async () => {
        const login = new LoginPage(page, language)
        await page.goto('/login')
        await login.remember.check()
        await login.logIn({ username: 'anna', password: 'anna-1234' })
        await expect(lobby.balance).toHaveText(money(1000))
        await wallet.open()
        await wallet.claim('discount').click()
        await expect(lobby.balance).toHaveText(money(1005))
        await wallet.open()
        await wallet.claim('bonus').click()
        await expect(lobby.balance).toHaveText(money(1007))
      })
      await test.step('a cash-out leads to the lobby, which says so', async () => {
        await joinFrom(lobby)
        await game.cashOut()
        await page.waitForURL('**/lobby')
        await expect(message('game.creditMoved')).toBeVisible()
        await expect(lobby.balance).toHaveText(money(1009.5))
      })
      await test.step('so does the cash-out on leaving', async () => {
        await joinFrom(lobby)
        await game.leave()
        await game.dialog.getByRole('button', { name: text(language, 'dialogs.cashOutAndLeave') }).click()
        await page.waitForURL('**/lobby')
        await expect(message('game.creditMoved')).toBeVisible()
        await expect(lobby.balance).toHaveText(money(1012))
      })
      await test.step('a machine that is left with credit is cancelled from the lobby', async () => {
        await joinFrom(lobby)
        await game.leaveCredit()
        await lobby.dock.getByRole('button', { name: text(language, 'held-machine.cashout') }).click()
        await expect(message('held-machine.givenUp')).toBeVisible()
        await expect(lobby.balance).toHaveText(money(1014.5))
      })
      await test.step('the page of another tab is kicked, and this one plays', async () => {
        const other = await context.newPage()
        await joinFrom(new LobbyPage(other, language), other)
        await page.bringToFront()
        // Not by role: in Firefox a dialog that opens in a tab behind another is hidden from it.
        await page.getByText(text(language, 'held-machine.kick'), { exact: true }).click()
        await expect(game.status).toHaveAttribute('data-video-status', 'live')
        await other.waitForURL('**/lobby')
        await other.close()
        await game.cashOut()
        await page.waitForURL('**/lobby')
        await expect(lobby.balance).toHaveText(money(1017))
      })
      await test.step('the credit is moved at the logout', async () => {
        await joinFrom(lobby)
        await game.leaveCredit()
        await lobby.logOut()
        await page
          .getByRole('button', { name: text(language, 'held-machine.moveAndLogOut'), exact: true })
          .click()
        await page.waitForURL('**/login')
        await expect(new LoginPage(page, language).notice).toBeVisible()
      })
      // One for each cash-out in the game, none for a cancel.
      expect(await notes()).toEqual({ red: [], cashOuts: Array(3).fill(expect.anything()) })
    })
  })
