/** How long the spin button is to be held until that means something else than a spin, ms. */
export const LONG_PRESS_MS = 500

/**
 * Asks `held` when the spin button has been held; where that says yes, letting go of it plays nothing. Listens at the
 * page, so that the button itself needs nothing for it. The answer ends it.
 */
export function startLongPress(onLongPress: () => boolean): () => void {
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
  // A long touch would open the browser's own menu over it.
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
