import { effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { pageIdleMs, startPageClock } from '../../../core/idle/idle-clock.ts'
import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { session } from '../../../core/session/state.ts'
import { applyUpdate, checkForUpdate, restoreAttemptedBuild } from './actions.ts'
import { newBuild } from './state.ts'

const HOUR_MS = 3_600_000
/** Minimum interval of the checks when a page becomes visible, ms. */
const MIN_CHECK_INTERVAL_MS = 10 * 60_000
/** Interval at which a waiting update is tried, ms. */
const POLL_INTERVAL_MS = 5_000
/** A page that was not used for this long is probably not about to be used for a login, ms. */
const MIN_IDLE_MS = 15_000

let lastCheck = 0

/** Checks unless the last check was less than `notWithin` ms ago. */
function checkUnlessRecent(notWithin: number): void {
  const now = Date.now()
  // A clock that was set back must not stop the checks.
  if (now - lastCheck < notWithin && now >= lastCheck) return
  lastCheck = now
  void checkForUpdate()
}

/** A code or style file of this page is missing on the server: a sign of a new version. */
function onFileGone({ target }: Event): void {
  if (target instanceof HTMLLinkElement && new URL(target.href).pathname.startsWith('/assets/'))
    checkUnlessRecent(MIN_CHECK_INTERVAL_MS / 60)
}

/** Installs the new version without a player: on an idle login page, and on an idle kiosk. */
function startAutoUpdate(): Dispose {
  const timer = setInterval(() => {
    if (session.peek().status !== 'guest' || reloadBlocker() || pageIdleMs() < MIN_IDLE_MS) return
    void applyUpdate()
  }, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Checks for new versions until disposed, with or without a service worker. */
export function startUpdates(): Dispose {
  restoreAttemptedBuild()
  lastCheck = Date.now()
  const hourly = setInterval(() => checkUnlessRecent(0), HOUR_MS)
  const onVisible = () => document.visibilityState === 'visible' && checkUnlessRecent(MIN_CHECK_INTERVAL_MS)
  const onWorker = () => checkUnlessRecent(0)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('error', onFileGone, true)
  navigator.serviceWorker?.addEventListener('controllerchange', onWorker)
  const stopPageClock = startPageClock()
  const stop = effect(() => (newBuild.value ? startAutoUpdate() : undefined))
  return () => {
    clearInterval(hourly)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('error', onFileGone, true)
    navigator.serviceWorker?.removeEventListener('controllerchange', onWorker)
    stopPageClock()
    stop()
  }
}
