import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { vibrationEnabled } from '../../../core/audio/feedback-preferences.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { game } from '../play/state.ts'

const TAP_MS = 10
const BIG_WIN_PATTERN_MS = [60, 40, 60, 40, 160]
/** A win of this many stakes is a big win. */
const MIN_BIG_WIN_STAKES = 10
const CONTROL = 'main button:not(:disabled, [aria-disabled=true])'

/** The operator allows vibration and the device supports it. */
export const canVibrate = () => playSettings.value.vibration && typeof navigator.vibrate === 'function'

/** Vibrates (ms on and off in turn) if enabled; never before a gesture, nor with reduced motion. */
function vibrate(pattern: number | number[]): void {
  if (!canVibrate() || !vibrationEnabled() || !navigator.userActivation?.hasBeenActive) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(pattern)
}

/** Vibrates on touches of the game's controls and on a big win. */
export function startHaptics(): Dispose {
  const onPointerDown = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' && target instanceof Element && target.closest(CONTROL)) vibrate(TAP_MS)
  }
  addEventListener('pointerdown', onPointerDown)
  // A win from before the start does not vibrate.
  let lastSpinId = game.peek()?.phase === 'idle' ? game.peek()?.spin?.id : undefined
  const stop = effect(() => {
    const { phase, spin } = game.value ?? {}
    if (phase !== 'idle' || !spin || spin.id === lastSpinId) return
    lastSpinId = spin.id
    if (spin.stake > 0 && spin.win >= MIN_BIG_WIN_STAKES * spin.stake)
      untracked(() => vibrate(BIG_WIN_PATTERN_MS))
  })
  return () => {
    removeEventListener('pointerdown', onPointerDown)
    stop()
  }
}
