import { listen } from '../../../core/idle/activity.ts'

/** The cursor is hidden when it rests for this, ms. */
const STILL_MS = 3_000

/** The whole screen from the first touch on, and again at the next one whenever it was lost. Gives a way to stop. */
export function startFullscreen(): () => void {
  const full = () => {
    if (document.fullscreenElement || matchMedia('(display-mode: fullscreen)').matches) return
    // Refused where the touch is no wish of somebody's any more: the next one is.
    document.documentElement.requestFullscreen?.({ navigationUI: 'hide' })?.catch(() => {})
  }
  // No page leaves it, and none offers to.
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: false })
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: async () => {} })
  // Browsers take these for a wish, but not the beginning of a touch.
  const stop = listen(document, ['pointerup', 'click'], full)
  return () => {
    stop()
    Reflect.deleteProperty(document, 'fullscreenEnabled')
    Reflect.deleteProperty(document, 'exitFullscreen')
  }
}

/** The screen stays on: the lock is asked for again when the browser has let it go. Gives a way to stop. */
export function startWakeLock(): () => void {
  let held: WakeLockSentinel | undefined
  let over = false
  const ask = async () => {
    if (over || document.hidden || (held && !held.released)) return
    held = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (over) void held?.release()
    else held?.addEventListener('release', ask, { once: true })
  }
  void ask()
  // What was refused before anybody touched the page, as some browsers do, is asked for by the next touch.
  const stops = [listen(document, ['visibilitychange', 'fullscreenchange', 'pointerup'], ask)]
  return () => {
    over = true
    for (const stop of stops) stop()
    void held?.release()
  }
}

/** Hides the cursor when it rests: html[data-still], for kiosk.css. Gives a way to stop. */
export function startCursorHiding(): () => void {
  const page = document.documentElement.dataset
  let timer: ReturnType<typeof setTimeout> | undefined
  let at = ''
  const rest = () => {
    page.still = ''
  }
  const move = (event: Event) => {
    const { pointerType, screenX, screenY } = event instanceof PointerEvent ? event : new PointerEvent('')
    // A finger has none; and a page that moves under a cursor is no move of it.
    if (pointerType === 'touch' || at === `${screenX} ${screenY}`) return
    at = `${screenX} ${screenY}`
    delete page.still
    clearTimeout(timer)
    timer = setTimeout(rest, STILL_MS)
  }
  rest()
  const stop = listen(document, ['pointermove', 'pointerdown'], move)
  return () => {
    stop()
    clearTimeout(timer)
    delete page.still
  }
}
