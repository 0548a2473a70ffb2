import { registerAutoplay } from './autoplay/register.ts'
import { registerInfoPanel } from './info-panel/register.tsx'
import { registerPictureMeasurement } from './picture/quality/picture-measurement.ts'
import { registerQuality } from './picture/quality/register.tsx'
import { registerProtection } from './player-protection/register.tsx'
import { registerHaptics } from './tools/FeedbackEffect.tsx'
import { registerKeys } from './tools/KeysLayer.tsx'
import { registerStage } from './tools/stage.register.ts'

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
