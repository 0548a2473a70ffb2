import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { GamePage } from '../e2e/pages/game-page.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'

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
