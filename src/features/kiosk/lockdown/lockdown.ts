import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { startWakeLock } from '../../../core/idle/wake-lock.ts'
import { findRoute } from '../../../core/router/find-route.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { blockExternalLinks } from './block-external-links.ts'
import { blockGestures } from './block-gestures.ts'
import { holdFullScreen, startCursorHiding } from './screen.ts'

/** Leaves a game by its own button, which asks what becomes of the credit. */
function clickLeaveButton(): void {
  if (findRoute(location.pathname)?.page !== 'game' || isDialogOpen()) return
  document.querySelector<HTMLElement>('main [data-key=leave]')?.click()
}

/**
 * Disables the browser's Back button: the page stays, and a game asks whether to leave. The page before the
 * app is unreachable, because the history always has another entry of the app to go back to.
 */
function blockBack(): Dispose {
  const here = () => location.pathname + location.search + location.hash
  let path = here()
  const follow = () => {
    path = here()
  }
  // Capture: before the router receives the event, which would show another page.
  const back = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    // `pathname` is where the app is; `path` is that address with its query and hash, unless it is an older
    // one.
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
 * Locks a venue's screen to the app, as far as a page can. The browser's policies do the rest (docs/kiosk).
 */
export function startLockdown(): Dispose {
  return disposeAll([
    holdFullScreen(),
    startWakeLock(),
    startCursorHiding(),
    blockGestures(),
    blockExternalLinks(),
    blockBack(),
  ])
}
