import type { BrowserContext, Page } from '@playwright/test'
import { type SignedIn, signIn } from '../fixtures/api-client.ts'
import { agreeInLobby, soundBooks } from '../fixtures/balance-checks.ts'
import { watchConnections } from '../fixtures/connection-watch.ts'
import { CREDIT, heldMachine, leaveCredit } from '../fixtures/open-game.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { operate } from '../fixtures/operator-api.ts'
import type { Platform, Player } from '../fixtures/platform.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { ReconnectDialog } from '../pages/reconnect-dialog.ts'

/*
 * Every exit from a game with credit on the machine. Each shows the reason and leaves no connection open. The
 * credit is either in the wallet, or held on the machine. Then a dialog says so, unless the player chose it.
 */

interface Visit {
  page: Page
  context: BrowserContext
  platform: Platform
  player: Player
  account: SignedIn
  machineId: string
  gamePage: GamePage
}

interface Road {
  name: string
  /** Runs before the page is opened. */
  prepare?(context: BrowserContext, page: Page): Promise<unknown>
  go(visit: Visit): Promise<unknown>
  /** `closed`: the page no longer exists. */
  endsIn: 'lobby' | 'login' | 'closed'
  /** The message, in Turkish. */
  says?: string
  /**
   * `home`: the credit is in the wallet. `kept`: the player left it, and no dialog asks. Otherwise the status
   * of the machine in the reconnect dialog.
   */
  credit: 'home' | 'kept' | 'waiting' | 'error'
  /** The browser is offline, so the platform itself must notice that the viewer is gone. */
  unheard?: boolean
  /** The browser's own messages about it. */
  noted?: RegExp
  after?(visit: Visit): Promise<unknown>
}

/**
 * After the login has ended, the page cannot delete its picture with the old token; the platform has closed
 * it.
 */
const GIVEN_BACK_LATE = /status of 40[14].*whep/

const ROADS: Road[] = [
  {
    name: 'leave, with the credit held',
    go: ({ gamePage }) => gamePage.leaveCredit(),
    endsIn: 'lobby',
    credit: 'kept',
  },
  {
    name: 'cash out and leave',
    async go({ gamePage }) {
      await gamePage.leave()
      await gamePage.dialog.getByRole('button', { name: text('tr', 'dialogs.cashOutAndLeave') }).click()
    },
    endsIn: 'lobby',
    says: text('tr', 'game.cashedOut', { amount: '₺100,00' }),
    credit: 'home',
  },
  { name: 'the back button', go: ({ page }) => page.goBack(), endsIn: 'lobby', credit: 'waiting' },
  { name: 'a tab that is closed', go: ({ page }) => page.close(), endsIn: 'closed', credit: 'waiting' },
  {
    name: 'logout',
    go: ({ page }) => page.goto('/logout'),
    endsIn: 'login',
    says: text('tr', 'session.logout'),
    credit: 'waiting',
    noted: GIVEN_BACK_LATE,
  },
  {
    name: 'the operator removes the player',
    go: ({ platform, machineId }) => operate(platform, 'quit', { machineId, message: '' }),
    endsIn: 'lobby',
    says: text('tr', 'game.removed'),
    credit: 'waiting',
    noted: /404 .*\/whep\//,
  },
  {
    name: 'kicked from another window',
    go: ({ account, machineId }) => account.post('/player/kick', { machineId }),
    endsIn: 'lobby',
    says: text('tr', 'code.60015'),
    credit: 'waiting',
  },
  {
    name: 'the machine breaks down',
    go: ({ platform, machineId }) => operate(platform, 'machine', { machineId, state: 'error' }),
    endsIn: 'lobby',
    says: text('tr', 'code.60003'),
    credit: 'error',
    // The machine's picture is closed first, so pending requests for it get a 404.
    noted: /404 .*\/whep\//,
    after: ({ platform, machineId }) => operate(platform, 'machine', { machineId, state: 'ok' }),
  },
  {
    name: 'the network is lost for good',
    prepare: (_, page) => page.clock.install(),
    async go({ page, context }) {
      await context.setOffline(true)
      // First the heartbeat times out, then three minutes pass.
      await page.clock.runFor(60_000)
      await expect(new GamePage(page).status).not.toHaveAttribute('data-video-status', 'live')
      await page.clock.runFor(181_000)
    },
    endsIn: 'lobby',
    says: text('tr', 'failure.network'),
    credit: 'waiting',
    unheard: true,
    noted: /ERR_INTERNET_DISCONNECTED|WebSocket connection to/,
    after: ({ context }) => context.setOffline(false),
  },
]

for (const road of ROADS) {
  test(`${road.name}: ${road.endsIn}, ${road.credit}`, async ({
    context,
    platform,
    player,
    account,
    guard,
  }) => {
    if (road.noted) guard.allow(road.noted)
    const start = await account.balance()
    const { id: machineId, name } = await leaveCredit(platform, account)
    const page = await context.newPage()
    const ends = await watchConnections(page, platform)
    await road.prepare?.(context, page)
    // An exit that ends the login uses a second login, because the test reads the books with the first.
    const { token } = road.endsIn === 'login' ? await signIn(platform, player) : account
    await openWithToken(page, '/lobby', token)
    await new ReconnectDialog(page, name).button('continue').click()
    const gamePage = new GamePage(page)
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
    await ends.expectOpen()

    const visit = { page, context, platform, player, account, machineId, gamePage }
    await road.go(visit)
    if (road.endsIn !== 'closed') {
      await expect(page).toHaveURL(new RegExp(`/${road.endsIn}$`))
      const says = road.endsIn === 'login' ? new LoginPage(page).notice : page.getByRole('log')
      if (road.says) await expect(says).toContainText(road.says)
      await expect(gamePage.video).toHaveCount(0)
    }
    // Offline, Chromium does not finish closing a socket that has unsent data.
    if (road.unheard) await road.after?.(visit)
    await ends.expectClosed(account, !road.unheard)

    const home = road.credit === 'home'
    await expect.poll(() => account.balance()).toBe(home ? start : start - CREDIT)
    await expect
      .poll(async () => String((await heldMachine(account))?.id))
      .toBe(home ? 'undefined' : machineId)
    const back = road.endsIn === 'lobby' ? page : await context.newPage()
    if (road.endsIn !== 'lobby') await openWithToken(back, '/lobby', account.token)
    const dialog = new ReconnectDialog(back, name)
    if (road.credit === 'home') {
      await agreeInLobby(new LobbyPage(back), account)
      await expect(dialog.any).toHaveCount(0)
    } else if (road.credit === 'kept') {
      await expect(new LobbyPage(back).held).toHaveAccessibleName(new RegExp(name))
      await expect(dialog.any).toHaveCount(0)
    } else await expect(dialog.says(road.credit)).toContainText('₺100,00')
    if (!road.unheard) await road.after?.(visit)
  })
}

test('a machine out of order sends the player to the lobby with the reason and leaves no connection open', async ({
  page,
  platform,
  account,
  lobbyPage,
  guard,
}) => {
  // The offer that is sent during the join is refused as well.
  guard.allow(/409.*\/whep\//)
  const free = await account.freeMachine()
  const machineId = String(free.id)
  await operate(platform, 'machine', { machineId, state: 'error' })
  try {
    const ends = await watchConnections(page, platform)
    await openWithToken(page, '/lobby', account.token)
    await expect(lobbyPage.brands).not.toHaveCount(0)
    await page.goto(`/game/${machineId}/x`)
    await expect(page).toHaveURL(/\/lobby$/)
    await expect(page.getByRole('log')).toContainText(text('tr', 'code.60003'))
    await ends.expectClosed(account)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await operate(platform, 'machine', { machineId, state: 'ok' })
  }
})

test('afterwards the ledger is balanced', async ({ page, platform, player }) => {
  await page.goto('about:blank')
  await platform.stop()
  await soundBooks(platform, player.username)
  await platform.startAgain()
})
