import { useEffect } from 'react'
import { routeThroughGain } from '../../../core/audio/gain.ts'
import { picture } from '../video/state.ts'
import { startHaptics } from './haptics.ts'
import { keepLastFrame } from './last-frame.ts'

/**
 * Runs the audio gain (for browsers that ignore the volume), the haptics and what keeps the last frame while
 * the game is open.
 */
export function FeedbackEffect() {
  useEffect(() => {
    const quiet = routeThroughGain(
      () => document.querySelector('main video'),
      () => picture.value === 'live',
    )
    const still = startHaptics()
    const video = document.querySelector<HTMLVideoElement>('main video')
    const frozen = document.querySelector<HTMLCanvasElement>('main video + canvas')
    const stopKeeping = video && frozen ? keepLastFrame(video, frozen) : () => {}
    return () => {
      quiet()
      still()
      stopKeeping()
    }
  }, [])
  return null
}
