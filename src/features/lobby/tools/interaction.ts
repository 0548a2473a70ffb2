import type { Settler } from './deferred-reorder.ts'

/** The list of machines on show. */
export const grid = (): HTMLElement | null => document.querySelector('main > ul')

const inGrid = (target: EventTarget | null) => target instanceof Element && grid()?.contains(target) === true

/**
 * Tells whether the player's hand is on the list of machines: a pointer is down or hovers over it, a finger rests on
 * it, it is being scrolled, or the keyboard is in it. Answers how to stop.
 */
export function watchHand({ hand, brush }: Pick<Settler, 'hand' | 'brush'>): () => void {
  const down = new Set<number>()
  let hovers = false
  let touches = 0
  let focus = false
  const tell = () => hand(down.size > 0 || hovers || touches > 0 || focus)
  // Focus that a tap leaves behind is no hand: only where the keyboard is.
  const seen = () => {
    focus = inGrid(document.activeElement) && document.activeElement?.matches(':focus-visible') === true
    tell()
  }
  const pointer = (event: PointerEvent) => {
    if (event.type === 'pointerdown') {
      if (inGrid(event.target)) down.add(event.pointerId)
    } else if (event.type !== 'pointermove') down.delete(event.pointerId)
    if (event.pointerType !== 'touch') hovers = inGrid(event.target)
    tell()
  }
  const left = ({ target }: Event) => {
    if (target instanceof Element && target !== document.documentElement) return
    hovers = false
    tell()
  }
  const touch = (event: TouchEvent) => {
    const { target } = event
    if (event.type === 'touchstart') {
      if (!inGrid(target)) return
      // A card may leave the page from under the finger: then its touch ends nowhere else.
      for (const end of ['touchend', 'touchcancel'] as const)
        target?.addEventListener(end, (last) => touch(last as TouchEvent), { once: true })
    }
    touches = event.touches.length
    tell()
  }
  const stops = [
    listen(window, ['pointerdown', 'pointerup', 'pointercancel', 'pointermove'], pointer),
    listen(document.documentElement, ['pointerleave'], left),
    listen(window, ['blur'], left),
    listen(window, ['touchstart', 'touchend', 'touchcancel'], touch),
    listen(window, ['scroll', 'wheel'], brush),
    listen(document, ['focusin', 'focusout'], seen),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function listen<E extends Event>(
  target: EventTarget,
  types: readonly string[],
  hear: (event: E) => void,
): () => void {
  const heard = (event: Event) => hear(event as E)
  const options = { capture: true, passive: true }
  for (const type of types) target.addEventListener(type, heard, options)
  return () => {
    for (const type of types) target.removeEventListener(type, heard, options)
  }
}
