import type { Dispose } from '../../contract/result.ts'

/**
 * The events of idleTimeMs(). Unlike the clock of idle-timer.ts it ignores mere pointer movement, and it is
 * loaded early, where the timer's code is not needed.
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
