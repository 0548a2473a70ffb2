import type { Dispose } from '../../../contract/result.ts'
/** Holding the spin button this long is a long press. */
export const LONG_PRESS_MS = 500

/**
 * Calls `onLongPress` when the spin button is held; if that returns true, the release does not spin. Listens on the
 * window, so that the button's own code, which loads earlier, does not know of it.
 */
export function startLongPress(onLongPress: () => boolean): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasHeld = false
  const isSpin = ({ target }: Event) =>
    target instanceof Element && target.closest('[data-key=spin]') !== null
  const down = (event: Event) => {
    clearTimeout(timer)
    wasHeld = false
    if (!isSpin(event)) return
    timer = setTimeout(() => {
      wasHeld = onLongPress()
    }, LONG_PRESS_MS)
  }
  const release = () => clearTimeout(timer)
  const click = (event: Event) => {
    release()
    if (!wasHeld || !isSpin(event)) return
    wasHeld = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // A long touch would open the browser's context menu.
  const menu = (event: Event) => isSpin(event) && event.preventDefault()
  const out = (event: Event) => isSpin(event) && release()
  const listeners: readonly [string, (event: Event) => void][] = [
    ['pointerdown', down],
    ['pointerup', release],
    ['pointercancel', release],
    ['pointerout', out],
    ['click', click],
    ['contextmenu', menu],
  ]
  for (const [name, listener] of listeners) addEventListener(name, listener, true)
  return () => {
    release()
    for (const [name, listener] of listeners) removeEventListener(name, listener, true)
  }
}
