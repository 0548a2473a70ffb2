import type { Dispose } from '../../contract/result.ts'

const ACTIVITY = ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'] as const

/** Calls `onUse` at each touch, key press and pointer movement, before the page can stop the event. */
export function onActivity(onUse: () => void): Dispose {
  let pointer = { x: Number.NaN, y: Number.NaN }
  /** Browsers report a move when the page scrolls under a resting pointer. */
  const isResting = (event: Event) => {
    if (!(event instanceof MouseEvent)) return false
    const { type, screenX, screenY } = event
    const same = pointer.x === screenX && pointer.y === screenY
    pointer = { x: screenX, y: screenY }
    return same && type === 'pointermove'
  }
  return listen(window, ACTIVITY, (event) => {
    if (!isResting(event)) onUse()
  })
}

/** Listens in the capture phase, before the page can stop the event. */
export function listen(
  target: EventTarget,
  events: readonly string[],
  handler: (event: Event) => void,
): Dispose {
  const options = { capture: true, passive: true }
  for (const event of events) target.addEventListener(event, handler, options)
  return () => {
    for (const event of events) target.removeEventListener(event, handler, options)
  }
}
