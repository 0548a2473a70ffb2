import { useEffect } from 'react'
import { watchScreen } from './orientation.ts'
import './turn.css'

/** Follows the screen for as long as the game is played. Draws nothing. */
export function TurnWatch() {
  useEffect(watchScreen, [])
  return null
}
