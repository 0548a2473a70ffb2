import type { Dispose } from '../../contract/result.ts'

const ACTIVITY = ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'] as const

/**
 * Calls at each touch, key and move of somebody who is there, before anything on the page can keep it to itself.
 * Gives a way to stop.
 */
export function onActivity(hear: () => void): Dispose {
  let pointer = { x: Number.NaN, y: Number.NaN }
  /** A browser may tell of a pointer that rests, while the page moves under it. */
  const isResting = (event: Event) => {
    if (!(event instanceof MouseEvent)) return false
    const { type, screenX, screenY } = event
    const same = pointer.x === screenX && pointer.y === screenY
    pointer = { x: screenX, y: screenY }
    return same && type === 'pointermove'
  }
  return listen(window, ACTIVITY, (event) => {
    if (!isResting(event)) hear()
  })
}

/** Listens before anything on the page can keep an event to itself. */
export function listen(
  target: EventTarget,
  events: readonly string[],
  hear: (event: Event) => void,
): Dispose {
  const how = { capture: true, passive: true }
  for (const event of events) target.addEventListener(event, hear, how)
  return () => {
    for (const event of events) target.removeEventListener(event, hear, how)
  }
}
