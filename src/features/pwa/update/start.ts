import { effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { idleTimeMs, startIdleTime } from '../../../core/idle/idle-time.ts'
import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { session } from '../../../core/session/state.ts'
import { applyUpdate, checkForUpdate, restoreAttemptedBuild } from './actions.ts'
import { newBuild } from './state.ts'

const HOUR_MS = 3_600_000
/** A page that is looked at again asks anew, but not more often than this, ms. */
const MIN_CHECK_INTERVAL_MS = 10 * 60_000
/** Looks this often whether it can take what waits, ms. */
const POLL_INTERVAL_MS = 5_000
/** A page that was not touched for so long is not about to be used for a login, ms. */
const MIN_IDLE_MS = 15_000

let lastCheck = 0

/** Asks, unless it was just asked. */
function checkUnlessRecent(notWithin: number): void {
  const now = Date.now()
  // A clock that was set back does not stop it.
  if (now - lastCheck < notWithin && now >= lastCheck) return
  lastCheck = now
  void checkForUpdate()
}

/** A chunk or a style that this page knows by name and the server has no more: the surest sign of all. */
function onFileGone({ target }: Event): void {
  if (target instanceof HTMLLinkElement && new URL(target.href).pathname.startsWith('/assets/'))
    checkUnlessRecent(MIN_CHECK_INTERVAL_MS / 60)
}

/** Installs the new version by itself without a player: on an untouched login page, and on a kiosk between two players. */
function startAutoUpdate(): Dispose {
  const timer = setInterval(() => {
    if (session.peek().status !== 'guest' || reloadBlocker() || idleTimeMs() < MIN_IDLE_MS) return
    void applyUpdate()
  }, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Notices new versions for as long as the page lives, with or without a service worker. Gives the way out. */
export function startUpdates(): Dispose {
  restoreAttemptedBuild()
  lastCheck = Date.now()
  const hourly = setInterval(() => checkUnlessRecent(0), HOUR_MS)
  const onVisible = () => document.visibilityState === 'visible' && checkUnlessRecent(MIN_CHECK_INTERVAL_MS)
  const onWorker = () => checkUnlessRecent(0)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('error', onFileGone, true)
  navigator.serviceWorker?.addEventListener('controllerchange', onWorker)
  const stopIdleTime = startIdleTime()
  const stop = effect(() => (newBuild.value ? startAutoUpdate() : undefined))
  return () => {
    clearInterval(hourly)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('error', onFileGone, true)
    navigator.serviceWorker?.removeEventListener('controllerchange', onWorker)
    stopIdleTime()
    stop()
  }
}
