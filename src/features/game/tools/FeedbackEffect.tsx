import { useEffect } from 'react'
import { routeThroughGain } from '../../../core/audio/gain.ts'
import { picture } from '../video/state.ts'
import { startHaptics } from './haptics.ts'

/** Runs the audio gain (for browsers that ignore the volume) and the haptics while the game is open. */
export function FeedbackEffect() {
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
