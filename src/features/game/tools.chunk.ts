import { registerAutoplay } from './autoplay/register.ts'
import { registerHaptics } from './haptics/register.tsx'
import { registerInfoPanel } from './info-panel/register.tsx'
import { registerKeys } from './keys/register.tsx'
import { registerProtection } from './player-protection/register.tsx'
import { registerQuality } from './quality/register.tsx'
import { registerStage } from './stage.register.ts'

/*
 * What a game has beside the picture, the stake and the spin, in one chunk that comes once it can be played; where
 * the operator has set a player's protection, play waits until that is in force: what this answers.
 */
export function registerTools(): Promise<void> {
  registerStage()
  const protection = registerProtection()
  registerAutoplay()
  registerQuality()
  registerInfoPanel()
  registerKeys()
  registerHaptics()
  return protection
}
