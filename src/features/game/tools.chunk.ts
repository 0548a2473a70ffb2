import { showAutoplay } from './autoplay/register.ts'
import { showFeel } from './haptics/register.tsx'
import { showSide } from './info-panel/register.tsx'
import { showKeys } from './keys/register.tsx'
import { showLimits } from './player-protection/register.tsx'
import { showQuality } from './quality/register.ts'
import { showStage } from './stage.register.ts'

/*
 * What a game has beside the picture, the stake and the spin, in one chunk that comes once it can be played; where
 * the operator has set a player's protection, play waits until that is in force: what this answers.
 */
export function showTools(): Promise<void> {
  showStage()
  const protection = showLimits()
  showAutoplay()
  showQuality()
  showSide()
  showKeys()
  showFeel()
  return protection
}
