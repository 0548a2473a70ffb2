import type { Dispose } from '../../../contract/result.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { findRoute } from '../../../core/router/routes.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { blockExternalLinks } from './block-external-links.ts'
import { blockGestures } from './block-gestures.ts'
import { holdFullScreen, startCursorHiding, startWakeLock } from './screen.ts'

/** In a game the way back is the one that asks what becomes of the credit: its own button. */
function clickLeaveButton(): void {
  if (findRoute(location.pathname)?.page !== 'game' || isDialogOpen()) return
  document.querySelector<HTMLElement>('main [data-key=leave]')?.click()
}

/**
 * The browser's way back leads nowhere: the page stays where it is, and a game asks whether to leave. What was before
 * the app is never reached, because there is always an entry of the app's own to go back to. Gives a way to stop.
 */
function blockBack(): Dispose {
  const here = () => location.pathname + location.search + location.hash
  let path = here()
  const follow = () => {
    path = here()
  }
  // Before the router hears of it, which would show another page.
  const back = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    // Where the app is by its own account; the path it was given last has the rest of it.
    const at = pathname.peek()
    history.pushState(null, '', path.startsWith(at) ? path : at)
    clickLeaveButton()
  }
  history.pushState(history.state, '', path)
  window.addEventListener('popstate', back, true)
  for (const type of ['pushState', 'replaceState']) window.addEventListener(type, follow)
  return () => {
    window.removeEventListener('popstate', back, true)
    for (const type of ['pushState', 'replaceState']) window.removeEventListener(type, follow)
  }
}

/**
 * Keeps a venue's screen at the app: what a browser offers besides it is closed, as far as a page can close it. The
 * rest is the browser's own policies (docs/kiosk). Gives a way to stop.
 */
export function startLockdown(): Dispose {
  const stops = [
    holdFullScreen(),
    startWakeLock(),
    startCursorHiding(),
    blockGestures(),
    blockExternalLinks(),
    blockBack(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
