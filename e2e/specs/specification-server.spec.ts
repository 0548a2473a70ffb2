import { test as base, expect } from '@playwright/test'
import { startExample } from '../../platform/test-example.ts'
import { type Guard, watch } from '../fixtures/console-guard.ts'
import { openForeignSite } from '../fixtures/foreign-site.ts'
import { startMovingPicture } from '../fixtures/moving-picture.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'

/* A whole visit behind docs/examples/specification-server, which sends only what the specification names. */

/** When the example begins its countdown of ten seconds. */
const IDLE_MS = 3000
const t = (key: string) => text('tr', key)

const test = base.extend<{ site: string; guard: Guard }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
  site: async ({}, use) => {
    const example = startExample('specification-server', { IDLE_MS: String(IDLE_MS) })
    const [{ address, stop }, pictures] = await Promise.all([example, startMovingPicture()])
    const site = await openForeignSite(address, 'nginx', {
      ...{ apiUrl: address, machineUrl: address, notificationUrl: address, socketToken: 'query' },
      ...{ videoUrl: `${pictures.address}/whep/{id}`, serviceWorker: false },
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
    await expect(page.getByTestId('credit')).toHaveText('–')
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
