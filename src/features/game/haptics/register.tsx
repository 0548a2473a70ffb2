import { useEffect } from 'react'
import { routeThroughGain } from '../../../core/audio/gain.ts'
import { fillSlot } from '../../../core/slots/slots.ts'
import { startPressedState } from '../../../ui/pressed-state.ts'
import { picture } from '../state.ts'
import { startHaptics } from './haptics.ts'

/** Sound where the browser ignores the volume, and vibration, for as long as a machine is played. */
function FeedbackEffect() {
  useEffect(() => {
    const quiet = routeThroughGain(
      () => document.querySelector('main video'),
      () => picture.value === 'live',
    )
    const still = startHaptics()
    return () => {
      quiet()
      still()
    }
  }, [])
  return null
}

export function registerHaptics(): void {
  startPressedState()
  fillSlot('gameLayers', FeedbackEffect, 'feel')
}
