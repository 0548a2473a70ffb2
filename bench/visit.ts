import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Player } from '../e2e/fixtures/platform.ts'
import { GamePage } from '../e2e/pages/game-page.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'

/** What is loaded onto the machine, major units: a spin at its lowest stake is paid from it, and the rest comes back. */
const LOAD = '50'

/** The brands, each visit another one: no machine is asked for while it still says goodbye to the player before. */
export const BRANDS = ['Kervan', 'Bosfor', 'Nar', 'Lodos', 'Zeytin', 'Ocak']

/** A player's screens on one page. */
export function screensOf(page: Page) {
  return { login: new LoginPage(page), lobby: new LobbyPage(page), game: new GamePage(page) }
}

/** Opens a brand and sits down at its first free machine, up to the live picture. */
export async function sitDownAt(page: Page, brand: string): Promise<void> {
  const { lobby, game } = screensOf(page)
  await lobby.brand(brand).first().click()
  await lobby.machines
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .click()
  await expect(game.sign).toHaveAttribute('data-sign', 'live', { timeout: 30_000 })
}

/** One spin, up to its end; and every free spin that it won. */
export async function spinOnce(game: GamePage): Promise<void> {
  do {
    await expect(game.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
    await game.spinButton.click()
    await expect(game.spinButton).toHaveAttribute('data-state', 'spinning')
    await expect(game.spinButton).not.toHaveAttribute('data-state', 'spinning', { timeout: 20_000 })
  } while (await game.hasFreeSpins())
}

/** Plays at a machine: loads, spins once, cashes out, and goes back to the lobby. */
export async function playAndLeave(page: Page, brand: string): Promise<void> {
  const { game } = screensOf(page)
  await sitDownAt(page, brand)
  await game.load(LOAD)
  await spinOnce(game)
  await game.cashOut()
  await expect.poll(() => game.cents('credit'), { timeout: 20_000, intervals: [50] }).toBe(0)
  await game.leave()
  await page.waitForURL(/\/lobby/)
}

/** A whole visit, from the login that is on the page to the one that is on it afterwards. */
export async function wholeVisit(page: Page, player: Player, brand: string): Promise<void> {
  const { login, lobby } = screensOf(page)
  await login.logIn(player)
  await lobby.brands.first().waitFor()
  await playAndLeave(page, brand)
  await lobby.logOut()
  await login.username.waitFor()
}
