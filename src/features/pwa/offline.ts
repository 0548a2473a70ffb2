import type { Dispose } from '../../contract/result.ts'
import { createLatest } from '../../core/stale-answers.ts'
import { probe } from './actions.ts'
import { offline, setOnline } from './state.ts'

/** The delay between two probes doubles, from MIN_RETRY_MS to MAX_RETRY_MS. */
const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

/**
 * Tracks whether the server is reachable, and probes it while it is not. A probe starts only when the browser
 * reports a change, or a service worker may have served the page offline.
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
  const onOffline = () => {
    setOnline(false)
    void poll(MIN_RETRY_MS)
  }
  const onOnline = () => void poll(MIN_RETRY_MS)
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  if (!navigator.onLine) onOffline()
  else if (navigator.serviceWorker?.controller) onOnline()
  return () => {
    polls.invalidate()
    clearTimeout(timer)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
