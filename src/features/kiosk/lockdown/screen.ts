import type { Dispose } from '../../../contract/result.ts'
import { listen } from '../../../core/idle/activity.ts'
import { enterFullScreen, isFullScreen } from '../../../ui/full-screen.ts'

/** The cursor is hidden after resting for this long, ms. */
const CURSOR_IDLE_MS = 3_000

/**
 * Keeps the page in full screen: enters with the first touch, and again with the next one after it was left.
 */
export function holdFullScreen(): Dispose {
  const enter = () => {
    if (isFullScreen() || matchMedia('(display-mode: fullscreen)').matches) return
    // Refused without transient user activation; the next touch tries again.
    enterFullScreen({ navigationUI: 'hide' }).catch(() => {})
  }
  // No script of the page may leave full screen or offer to.
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: false })
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: async () => {} })
  // pointerup and click give user activation; a touch's pointerdown does not.
  const stop = listen(document, ['pointerup', 'click'], enter)
  return () => {
    stop()
    Reflect.deleteProperty(document, 'fullscreenEnabled')
    Reflect.deleteProperty(document, 'exitFullscreen')
  }
}

/** Hides the resting cursor: sets html[data-still], for kiosk.css. */
export function startCursorHiding(): Dispose {
  const page = document.documentElement.dataset
  let timer: ReturnType<typeof setTimeout> | undefined
  let position = ''
  const hide = () => {
    page.still = ''
  }
  const move = (event: Event) => {
    const { pointerType, screenX, screenY } = event instanceof PointerEvent ? event : new PointerEvent('')
    // Touch has no cursor; and browsers report a move when the page scrolls under a resting cursor.
    if (pointerType === 'touch' || position === `${screenX} ${screenY}`) return
    position = `${screenX} ${screenY}`
    delete page.still
    clearTimeout(timer)
    timer = setTimeout(hide, CURSOR_IDLE_MS)
  }
  hide()
  const stop = listen(document, ['pointermove', 'pointerdown'], move)
  return () => {
    stop()
    clearTimeout(timer)
    delete page.still
  }
}
