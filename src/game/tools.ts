import { showAutoplay } from './autoplay/parts.ts'
import { showFeel } from './feel/parts.tsx'
import { showKeys } from './keys/parts.tsx'
import { showLimits } from './limits/parts.tsx'
import { showQuality } from './quality/parts.ts'
import { showSide } from './side/parts.tsx'
import { showStage } from './stage-parts.ts'

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
