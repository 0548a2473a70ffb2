import { effect } from '@preact/signals-react'
import { untouchedFor, watchTouches } from '../../../core/idle/idle-time.ts'
import { inTheWay } from '../../../core/router/reload-blockers.ts'
import { session } from '../../../core/session/state.ts'
import { lookForUpdate, takeUpdate } from './actions.ts'
import { recall } from './attempted-build.ts'
import { newBuild } from './state.ts'

const HOUR_MS = 3_600_000
/** A page that is looked at again asks anew, but not more often than this, ms. */
const SOON_MS = 10 * 60_000
/** Looks this often whether it can take what waits, ms. */
const LOOK_MS = 5_000
/** Nobody has touched the page for so long, ms: nobody is about to log in. */
const UNTOUCHED_MS = 15_000

let asked = 0

/** Asks, unless it was just asked. */
function look(notWithin: number): void {
  const now = Date.now()
  // A clock that was set back does not stop it.
  if (now - asked < notWithin && now >= asked) return
  asked = now
  void lookForUpdate()
}

/** A chunk or a style that this page knows by name and the server has no more: the surest sign of all. */
function onFileGone({ target }: Event): void {
  if (target instanceof HTMLLinkElement && new URL(target.href).pathname.startsWith('/assets/'))
    look(SOON_MS / 60)
}

/** Takes the new version by itself where nobody is logged in: a login that nobody uses, a kiosk between two players. */
function takeAlone(): () => void {
  const timer = setInterval(() => {
    if (session.peek().status !== 'guest' || inTheWay() || untouchedFor() < UNTOUCHED_MS) return
    void takeUpdate()
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Notices new versions for as long as the page lives, with or without a service worker. Gives the way out. */
export function startUpdates(): () => void {
  recall()
  asked = Date.now()
  const hourly = setInterval(() => look(0), HOUR_MS)
  const onVisible = () => document.visibilityState === 'visible' && look(SOON_MS)
  const onWorker = () => look(0)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('error', onFileGone, true)
  navigator.serviceWorker?.addEventListener('controllerchange', onWorker)
  const unwatch = watchTouches()
  const stop = effect(() => (newBuild.value ? takeAlone() : undefined))
  return () => {
    clearInterval(hourly)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('error', onFileGone, true)
    navigator.serviceWorker?.removeEventListener('controllerchange', onWorker)
    unwatch()
    stop()
  }
}
