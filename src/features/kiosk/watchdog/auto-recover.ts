import { idleTimeMs } from '../../../core/idle/idle-time.ts'
import { gate } from '../../../core/preflight/state.ts'
import { session } from '../../../core/session/state.ts'
import { settingsLoaded } from '../../../core/settings/settings.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { isReachable } from '../../../net/build-id.ts'

/** A fault that lasts this long does not mend itself, ms. */
const MIN_FAULT_MS = 10_000
const POLL_INTERVAL_MS = 2_000
/** Between two tries, ms: each time twice as long, and never longer than the last. */
const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 120_000
/** A page that stood for so long without a fault has got over it, ms. */
const RECOVERED_MS = 60_000
/** How often in a row the page was loaded anew; of the tab, because the page itself does not outlive it. */
const TRIES_KEY = 'reelcast.kiosk-tries'
/** Pages that only a touch leads out of: a chunk or a check that did not come, an error of the app. */
const DEAD_END = '.waiting [role=alert]'

/** What keeps the kiosk from its players, and which file has to come before a reload can help. */
export function detectFault(): string | undefined {
  const now = session.peek()
  // Whoever plays is not thrown out of it, whatever else is wrong.
  if (now.status === 'player') return undefined
  if (!settingsLoaded.peek()) return '/Settings.json'
  if (gate.peek()?.kind === 'checkFailed') return '/index.html'
  if (now.status === 'unknown' && now.failure) return '/index.html'
  return document.querySelector(DEAD_END) ? '/index.html' : undefined
}

/**
 * Leads a kiosk out of every state that waits for a touch, when nobody gives it one: asks for what was missing, with
 * longer and longer pauses, and loads the page anew once that comes. Gives the way out.
 */
export function startAutoRecover(reload = () => window.location.reload(), there = isReachable): () => void {
  let since: number | undefined
  let well = performance.now()
  let next = 0
  let busy = false
  const tries = () => Number(read('session', TRIES_KEY) ?? 0)
  let wait = Math.min(MIN_RETRY_MS * 2 ** tries(), MAX_RETRY_MS)
  const look = async () => {
    const now = performance.now()
    const missing = detectFault()
    if (!missing) {
      since = undefined
      if (now - well > RECOVERED_MS && tries() > 0) {
        write('session', TRIES_KEY, undefined)
        wait = MIN_RETRY_MS
      }
      return
    }
    well = now
    since ??= now
    next ||= now + wait
    if (busy || now - since < MIN_FAULT_MS || now < next || idleTimeMs() < MIN_FAULT_MS) return
    busy = true
    const comes = await there(missing)
    busy = false
    wait = Math.min(wait * 2, MAX_RETRY_MS)
    next = performance.now() + wait
    if (!comes || !detectFault()) return
    write('session', TRIES_KEY, String(Math.min(tries() + 1, 10)))
    reload()
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
