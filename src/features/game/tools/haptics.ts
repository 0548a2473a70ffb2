import type { Dispose } from '../../../contract/result.ts'
import { vibrationEnabled } from '../../../core/audio/feedback-preferences.ts'
import { playSettings } from '../../../core/settings/play.ts'

const TAP_MS = 10
const WIN_PATTERNS_MS = { big: [60, 40, 60], huge: [60, 40, 60, 40, 160] }
const CONTROL = 'main button:not(:disabled, [aria-disabled=true])'

/** The operator allows vibration and the device supports it. */
export const canVibrate = () => playSettings.value.vibration && typeof navigator.vibrate === 'function'

/** Vibrates (ms on and off in turn) if enabled; never before a gesture, nor with reduced motion. */
function vibrate(pattern: number | number[]): void {
  if (!canVibrate() || !vibrationEnabled() || !navigator.userActivation?.hasBeenActive) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(pattern)
}

/** Vibrates when a celebration starts. */
export const vibrateForWin = (grade: 'big' | 'huge'): void => vibrate(WIN_PATTERNS_MS[grade])

/** Vibrates on touches of the game's controls. */
export function startHaptics(): Dispose {
  const onPointerDown = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' && target instanceof Element && target.closest(CONTROL)) vibrate(TAP_MS)
  }
  addEventListener('pointerdown', onPointerDown)
  return () => removeEventListener('pointerdown', onPointerDown)
}
