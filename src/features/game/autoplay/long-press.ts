/** How long the spin button is to be held until that means something else than a spin, ms. */
export const LONG_PRESS_MS = 500

/**
 * Asks `held` when the spin button has been held; where that says yes, letting go of it plays nothing. Listens at the
 * page, so that the button itself needs nothing for it. The answer ends it.
 */
export function startLongPress(held: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let was = false
  const isSpin = ({ target }: Event) =>
    target instanceof Element && target.closest('[data-key=spin]') !== null
  const down = (event: Event) => {
    clearTimeout(timer)
    was = false
    if (!isSpin(event)) return
    timer = setTimeout(() => {
      was = held()
    }, LONG_PRESS_MS)
  }
  const letGo = () => clearTimeout(timer)
  const click = (event: Event) => {
    letGo()
    if (!was || !isSpin(event)) return
    was = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // A long touch would open the browser's own menu over it.
  const menu = (event: Event) => isSpin(event) && event.preventDefault()
  const out = (event: Event) => isSpin(event) && letGo()
  const all: readonly [string, (event: Event) => void][] = [
    ['pointerdown', down],
    ['pointerup', letGo],
    ['pointercancel', letGo],
    ['pointerout', out],
    ['click', click],
    ['contextmenu', menu],
  ]
  for (const [name, listener] of all) addEventListener(name, listener, true)
  return () => {
    letGo()
    for (const [name, listener] of all) removeEventListener(name, listener, true)
  }
}
