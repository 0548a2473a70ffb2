import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Platform } from '../e2e/fixtures/platform.ts'
import { openSocket, type SignedIn, signIn } from '../e2e/fixtures/wire.ts'
import { GamePage } from '../e2e/pages/game-page.ts'

/** A machine that has credit to play with. */
interface Funded {
  machineId: string
  account: SignedIn
  /** Of its page, with what logs in there. */
  path: string
}

/** A page at such a machine. */
export interface BenchSeat extends Funded {
  gamePage: GamePage
  /** Presses spin, if the machine can be played now, and lets a moment go by. */
  spin(): Promise<void>
}

/** Loads 1,000.00 onto a free machine, without the app. `turn`: a demo player each, as one may leave a machine in a bonus behind. */
export async function fundMachine(platform: Platform, turn: number): Promise<Funded> {
  const player = platform.players[turn]
  if (!player) throw new Error('the platform has too few demo players')
  const account = await signIn(platform, player)
  const free = (await account.machines()).find(({ status }) => status === 'available')
  if (!free) throw new Error('there is no free machine')
  const machineId = String(free.id)
  const socket = await openSocket(platform, account.token)
  await socket.request('init', { machineID: machineId, token: account.token })
  await socket.request('load', { requestId: randomUUID(), amount: 100_000 })
  socket.close()
  return { machineId, account, path: `/game/${machineId}/${free.name}?token=${account.token}` }
}

/** Sits this page down at a machine that has credit, up to the live picture. */
export async function sitAtMachine(
  page: Page,
  platform: Platform,
  turn: number,
  line = platform.address,
): Promise<BenchSeat> {
  const funded = await fundMachine(platform, turn)
  await page.goto(`${line}${funded.path}`)
  const gamePage = new GamePage(page)
  await expect(gamePage.sign).toHaveAttribute('data-sign', 'live', { timeout: 30_000 })
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
