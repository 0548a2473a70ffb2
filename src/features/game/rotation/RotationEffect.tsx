import { useEffect } from 'react'
import { startRotation } from './orientation.ts'
import './rotation.css'

/** Follows the screen for as long as the game is played. Draws nothing. */
export function RotationEffect() {
  useEffect(startRotation, [])
  return null
}
