import type { Dispose } from '../../contract/result.ts'

const TOUCH_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

let last = performance.now()
const recordTouch = () => {
  last = performance.now()
}

/** Notes when somebody touches the page. The answer ends it. */
export function startIdleTime(): Dispose {
  for (const sign of TOUCH_EVENTS)
    window.addEventListener(sign, recordTouch, { capture: true, passive: true })
  return () => {
    for (const sign of TOUCH_EVENTS) window.removeEventListener(sign, recordTouch, { capture: true })
  }
}

/** For how long nobody has touched the page, ms. */
export const idleTimeMs = (): number => performance.now() - last
