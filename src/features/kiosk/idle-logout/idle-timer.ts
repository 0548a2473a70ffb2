import type { Dispose } from '../../../contract/result.ts'
import { listen, onActivity } from '../../../core/idle/activity.ts'

/** Continuous activity is evaluated at most once per this interval, ms. */
const THROTTLE_MS = 500
/** The clock is checked at least this often, ms: timers do not run while a computer sleeps. */
const POLL_INTERVAL_MS = 5_000

/**
 * Reports the idle time, ms; `onIdle` returns the delay until the next report, ms. Idle time is the larger of wall
 * clock and page clock: sleep counts, and a wall clock that is set back does not postpone the logout.
 */
export function startIdleTimer(onIdle: (idleMs: number) => number): Dispose {
  let seen = { wall: Date.now(), page: performance.now() }
  let timer: ReturnType<typeof setTimeout> | undefined
  const idle = () => Math.max(Date.now() - seen.wall, performance.now() - seen.page)
  const poll = () => {
    clearTimeout(timer)
    timer = setTimeout(poll, Math.min(Math.max(onIdle(idle()), 50), POLL_INTERVAL_MS))
  }
  const recordActivity = () => {
    if (idle() < THROTTLE_MS) return
    // Reported first: the touch that wakes a computer from sleep comes too late to prevent the logout.
    poll()
    seen = { wall: Date.now(), page: performance.now() }
    poll()
  }
  const stops = [
    onActivity(recordActivity),
    listen(window, ['pageshow'], poll),
    listen(document, ['visibilitychange'], poll),
  ]
  poll()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
  }
}
