import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { listen } from '../../../core/idle/activity.ts'
import type { DeferredReorder } from './deferred-reorder.ts'

/** The list of machines on the page. */
export const machineList = (): HTMLElement | null => document.querySelector('main > ul')

const isInList = (target: EventTarget | null) =>
  target instanceof Element && machineList()?.contains(target) === true

/**
 * Reports whether the player interacts with the list of machines: a pointer is down or hovers over it, a
 * finger rests on it, or the keyboard focus is in it. Scrolling is reported as `touch`.
 */
export function watchInteraction({
  setInteracting,
  touch,
}: Pick<DeferredReorder, 'setInteracting' | 'touch'>): Dispose {
  const down = new Set<number>()
  let hovers = false
  let touches = 0
  let focus = false
  const report = () => setInteracting(down.size > 0 || hovers || touches > 0 || focus)
  // Only keyboard focus counts: a tap leaves the focus behind.
  const onFocus = () => {
    focus = isInList(document.activeElement) && document.activeElement?.matches(':focus-visible') === true
    report()
  }
  const onPointer = (event: PointerEvent) => {
    if (event.type === 'pointerdown') {
      if (isInList(event.target)) down.add(event.pointerId)
    } else if (event.type !== 'pointermove') down.delete(event.pointerId)
    if (event.pointerType !== 'touch') hovers = isInList(event.target)
    report()
  }
  const onLeave = ({ target }: Event) => {
    if (target instanceof Element && target !== document.documentElement) return
    hovers = false
    report()
  }
  const onTouch = (event: TouchEvent) => {
    const { target } = event
    if (event.type === 'touchstart') {
      if (!isInList(target)) return
      // If the touched card is removed, its touch events fire on the card only.
      for (const end of ['touchend', 'touchcancel'] as const)
        target?.addEventListener(end, (last) => onTouch(last as TouchEvent), { once: true })
    }
    touches = event.touches.length
    report()
  }
  return disposeAll([
    listen(window, ['pointerdown', 'pointerup', 'pointercancel', 'pointermove'], onPointer),
    listen(document.documentElement, ['pointerleave'], onLeave),
    listen(window, ['blur'], onLeave),
    listen(window, ['touchstart', 'touchend', 'touchcancel'], onTouch),
    listen(window, ['scroll', 'wheel'], touch),
    listen(document, ['focusin', 'focusout'], onFocus),
  ])
}
