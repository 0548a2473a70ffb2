import { untouchedFor } from '../../../core/idle/idle-time.ts'
import { gate } from '../../../core/preflight/state.ts'
import { session } from '../../../core/session/state.ts'
import { settingsLoaded } from '../../../core/settings/settings.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { comes } from '../../../net/build-id.ts'

/** A fault that lasts this long does not mend itself, ms. */
const LASTS_MS = 10_000
const LOOK_MS = 2_000
/** Between two tries, ms: each time twice as long, and never longer than the last. */
const FIRST_MS = 5_000
const SLOWEST_MS = 120_000
/** A page that stood for so long without a fault has got over it, ms. */
const WELL_MS = 60_000
/** How often in a row the page was loaded anew; of the tab, because the page itself does not outlive it. */
const TRIES_KEY = 'reelcast.kiosk-tries'
/** Pages that only a touch leads out of: a chunk or a check that did not come, an error of the app. */
const DEAD_END = '.waiting [role=alert]'

/** What keeps the kiosk from its players, and which file has to come before a reload can help. */
export function fault(): string | undefined {
  const now = session.peek()
  // Whoever plays is not thrown out of it, whatever else is wrong.
  if (now.status === 'player') return undefined
  if (!settingsLoaded.peek()) return '/Settings.json'
  if (gate.peek()?.at === 'checkFailed') return '/index.html'
  if (now.status === 'unknown' && now.failure) return '/index.html'
  return document.querySelector(DEAD_END) ? '/index.html' : undefined
}

/**
 * Leads a kiosk out of every state that waits for a touch, when nobody gives it one: asks for what was missing, with
 * longer and longer pauses, and loads the page anew once that comes. Gives the way out.
 */
export function stayAlive(reload = () => window.location.reload(), there = comes): () => void {
  let since: number | undefined
  let well = performance.now()
  let next = 0
  let busy = false
  const tries = () => Number(read('session', TRIES_KEY) ?? 0)
  let wait = Math.min(FIRST_MS * 2 ** tries(), SLOWEST_MS)
  const look = async () => {
    const now = performance.now()
    const missing = fault()
    if (!missing) {
      since = undefined
      if (now - well > WELL_MS && tries() > 0) {
        write('session', TRIES_KEY, undefined)
        wait = FIRST_MS
      }
      return
    }
    well = now
    since ??= now
    next ||= now + wait
    if (busy || now - since < LASTS_MS || now < next || untouchedFor() < LASTS_MS) return
    busy = true
    const comes = await there(missing)
    busy = false
    wait = Math.min(wait * 2, SLOWEST_MS)
    next = performance.now() + wait
    if (!comes || !fault()) return
    write('session', TRIES_KEY, String(Math.min(tries() + 1, 10)))
    reload()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}
