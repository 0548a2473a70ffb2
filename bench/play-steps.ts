import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { GamePage } from '../e2e/pages/game-page.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'

/** The page objects of a player's screens. */
export function pageObjects(page: Page) {
  return { login: new LoginPage(page), lobby: new LobbyPage(page), game: new GamePage(page) }
}

/** Opens a brand and joins its first free machine; resolves when the video is live. */
export async function joinMachine(page: Page, brand: string): Promise<void> {
  const { lobby, game } = pageObjects(page)
  await lobby.brand(brand).first().click()
  await lobby.machines
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .click()
  await expect(game.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
}

/** One spin and every free spin that it wins. */
export async function spinOnce(game: GamePage): Promise<void> {
  do {
    await expect(game.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
    await game.spinButton.click()
    await expect(game.spinButton).toHaveAttribute('data-state', 'spinning')
    await expect(game.spinButton).not.toHaveAttribute('data-state', 'spinning', { timeout: 20_000 })
  } while (await game.hasFreeSpins())
}
