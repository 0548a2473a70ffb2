import { registerAutoplay } from './autoplay/register.ts'
import { registerHaptics } from './haptics/register.tsx'
import { registerInfoPanel } from './info-panel/register.tsx'
import { registerKeys } from './keys/register.tsx'
import { registerProtection } from './player-protection/register.tsx'
import { registerPictureMeasurement } from './quality/picture-measurement.ts'
import { registerQuality } from './quality/register.tsx'
import { registerStage } from './stage.register.ts'

/*
 * Everything but video, stake and spin, in one chunk that loads once the game can be played. The result resolves when
 * the player protection is active; play is blocked until then if it is configured.
 */
export function registerTools(): Promise<void> {
  registerStage()
  const protection = registerProtection()
  registerAutoplay()
  registerQuality()
  registerPictureMeasurement()
  registerInfoPanel()
  registerKeys()
  registerHaptics()
  return protection
}
