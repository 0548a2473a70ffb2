import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { openSocket, type SignedIn, signIn } from '../e2e/fixtures/api-client.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import type { Platform, Player } from '../e2e/fixtures/platform.ts'
import { GamePage } from '../e2e/pages/game-page.ts'

/** A signed-in player of the platform. */
export type Account = SignedIn & Player

/** Signs in a demo player; `turn` selects which one. */
export async function signInPlayer(platform: Platform, turn = 0): Promise<Account> {
  const player = platform.players[turn]
  if (!player) throw new Error('the platform has too few demo players')
  return { ...(await signIn(platform, player)), ...player }
}

/** A machine onto which the bench has loaded credit. */
interface FundedMachine {
  machineId: string
  account: Account
  /** The path of the machine's page. */
  path: string
}

/** A page that shows a funded machine. */
export interface FundedGame extends FundedMachine {
  gamePage: GamePage
  /** Presses the space bar if the machine becomes ready within 250 ms. */
  spin(): Promise<void>
}

/**
 * Loads 1,000.00 onto a free machine over the API. `turn` selects the demo player, because an earlier one may
 * still be in a bonus round.
 */
export async function fundMachine(platform: Platform, turn: number): Promise<FundedMachine> {
  const account = await signInPlayer(platform, turn)
  const free = await account.freeMachine()
  const machineId = String(free.id)
  const socket = await openSocket(platform, account.token)
  await socket.request('init', { machineID: machineId, token: account.token })
  await socket.request('load', { requestId: randomUUID(), amount: 100_000 })
  socket.close()
  return { machineId, account, path: `/game/${machineId}/${free.name}` }
}

/** Opens a funded machine in this page; resolves once the video is live. */
export async function openFundedGame(
  page: Page,
  platform: Platform,
  turn: number,
  address = platform.address,
): Promise<FundedGame> {
  const funded = await fundMachine(platform, turn)
  await openWithToken(page, `${address}${funded.path}`, funded.account.token)
  const gamePage = new GamePage(page)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  return {
    ...funded,
    gamePage,
    async spin() {
      const ready = page.locator('button[data-state=ready]')
      await ready.waitFor({ timeout: 250 }).then(
        () => page.keyboard.press('Space'),
        () => {},
      )
    },
  }
}
