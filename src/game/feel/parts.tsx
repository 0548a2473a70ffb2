import { useEffect } from 'react'
import { showPresses } from '../../ui/press.ts'
import { addGamePart } from '../places.ts'
import { hearByGain } from './gain.ts'
import { feelTouches } from './vibrate.ts'

/** Sound where the browser ignores the volume, and vibration, for as long as a machine is played. */
function FeelLayer() {
  useEffect(() => {
    const quiet = hearByGain(() => document.querySelector('main video'))
    const still = feelTouches()
    return () => {
      quiet()
      still()
    }
  }, [])
  return null
}

export function showFeel(): void {
  showPresses()
  addGamePart('over', FeelLayer)
}
