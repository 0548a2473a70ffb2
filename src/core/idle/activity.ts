import type { Dispose } from '../../contract/result.ts'

/** A use of which the page receives no event of its own, such as one inside an iframe. */
const REPORTED = 'reelcast:use'
const ACTIVITY = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'touchmove',
  'keydown',
  'wheel',
  'click',
  REPORTED,
]

export const reportActivity = (): void => void window.dispatchEvent(new Event(REPORTED))

/**
 * Calls `onUse` at each touch, click, key press and pointer movement, before the page can stop the event, and
 * at each reported use. `target`: the window, or that of an iframe.
 */
export function onActivity(onUse: () => void, target: EventTarget = window): Dispose {
  let pointer = { x: Number.NaN, y: Number.NaN }
  /** Browsers report a move when the page scrolls under a resting pointer. */
  const isResting = (event: Event) => {
    // Not by its class, which is another one in an iframe.
    if (!('screenX' in event)) return false
    const { type, screenX, screenY } = event as MouseEvent
    const same = pointer.x === screenX && pointer.y === screenY
    pointer = { x: screenX, y: screenY }
    return same && type === 'pointermove'
  }
  return listen(target, ACTIVITY, (event) => {
    // A screen reader or a voice control presses by a click alone. The app's own clicks are not the player's.
    const isOwn = event.type === 'click' && !event.isTrusted
    if (!isOwn && !isResting(event)) onUse()
  })
}

/** Listens in the capture phase, before the page can stop the event. */
export function listen<E extends Event>(
  target: EventTarget,
  events: readonly string[],
  handler: (event: E) => void,
): Dispose {
  const onEvent = handler as (event: Event) => void
  const options = { capture: true, passive: true }
  for (const event of events) target.addEventListener(event, onEvent, options)
  return () => {
    for (const event of events) target.removeEventListener(event, onEvent, options)
  }
}
