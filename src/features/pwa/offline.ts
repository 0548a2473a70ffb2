import type { Dispose } from '../../contract/result.ts'
import { createLatest } from '../../core/stale-answers.ts'
import { probe } from './actions.ts'
import { offline } from './state.ts'

/** The delay between two probes doubles, from MIN_RETRY_MS to MAX_RETRY_MS. */
const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

/**
 * Tracks whether the server is reachable, and probes it while it is not. A probe starts only when the browser
 * reports a change, or a service worker may have served the page offline. What the browser reports may be
 * wrong: the probe alone decides.
 */
export function watchNetwork(): Dispose {
  const polls = createLatest()
  let timer: ReturnType<typeof setTimeout> | undefined
  const poll = async (wait: number) => {
    const mark = polls.begin()
    clearTimeout(timer)
    await probe()
    if (!polls.isStale(mark) && offline.peek())
      timer = setTimeout(() => poll(Math.min(wait * 2, MAX_RETRY_MS)), wait)
  }
  const pollNow = () => void poll(MIN_RETRY_MS)
  window.addEventListener('offline', pollNow)
  window.addEventListener('online', pollNow)
  if (!navigator.onLine || navigator.serviceWorker?.controller) pollNow()
  return () => {
    polls.invalidate()
    clearTimeout(timer)
    window.removeEventListener('offline', pollNow)
    window.removeEventListener('online', pollNow)
  }
}
