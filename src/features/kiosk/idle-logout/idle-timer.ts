import { listen, onActivity } from '../../../core/idle/activity.ts'

/** Of touches that go on, one in so many ms is looked at. */
const THROTTLE_MS = 500
/** The clock is looked at this often at least, ms: a computer that slept may leave a timer waiting. */
const POLL_INTERVAL_MS = 5_000

/**
 * Tells for how long, ms, nobody has touched anything, until it is stopped. `look` answers when it wants to look
 * again, in ms. Idle time is the wall clock's and the page's own, whichever says more: sleep counts, and a wall clock
 * that is set back keeps nothing open.
 */
export function startIdleTimer(onIdle: (idleMs: number) => number): () => void {
  let seen = { wall: Date.now(), page: performance.now() }
  let timer: ReturnType<typeof setTimeout> | undefined
  const idle = () => Math.max(Date.now() - seen.wall, performance.now() - seen.page)
  const poll = () => {
    clearTimeout(timer)
    timer = setTimeout(poll, Math.min(Math.max(onIdle(idle()), 50), POLL_INTERVAL_MS))
  }
  const touch = () => {
    if (idle() < THROTTLE_MS) return
    // The first touch after a sleep comes too late to count.
    poll()
    seen = { wall: Date.now(), page: performance.now() }
    poll()
  }
  const stops = [
    onActivity(touch),
    listen(window, ['pageshow'], poll),
    listen(document, ['visibilitychange'], poll),
  ]
  poll()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
  }
}
