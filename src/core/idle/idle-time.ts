import type { Dispose } from '../../contract/result.ts'

/**
 * Not the clock of idle-timer.ts: a pointer that only moves does not count here, and this part comes early, with the
 * updates, where the timer's code is not needed.
 */
const TOUCH_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

let last = performance.now()
const recordTouch = () => {
  last = performance.now()
}

/** Tracks `idleTimeMs`. */
export function startIdleTime(): Dispose {
  for (const sign of TOUCH_EVENTS)
    window.addEventListener(sign, recordTouch, { capture: true, passive: true })
  return () => {
    for (const sign of TOUCH_EVENTS) window.removeEventListener(sign, recordTouch, { capture: true })
  }
}

/** The time since the last touch, key press or wheel turn, ms. */
export const idleTimeMs = (): number => performance.now() - last
