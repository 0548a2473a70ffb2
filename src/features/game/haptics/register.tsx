import { useEffect } from 'react'
import { hearByGain } from '../../../core/audio/gain.ts'
import { fillSlot } from '../../../core/slots/slots.ts'
import { startPressedState } from '../../../ui/pressed-state.ts'
import { picture } from '../state.ts'
import { feelTouches } from './haptics.ts'

/** Sound where the browser ignores the volume, and vibration, for as long as a machine is played. */
function FeelLayer() {
  useEffect(() => {
    const quiet = hearByGain(
      () => document.querySelector('main video'),
      () => picture.value === 'live',
    )
    const still = feelTouches()
    return () => {
      quiet()
      still()
    }
  }, [])
  return null
}

export function showFeel(): void {
  startPressedState()
  fillSlot('gameLayers', FeelLayer, 'feel')
}
