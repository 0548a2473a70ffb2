import { type Dispose, disposeAll } from '../../contract/result.ts'
import { listen, onActivity } from './activity.ts'
import type { IdleClock } from './idle-clock.ts'

/** Minimum interval at which activity is evaluated, ms (specification, section 9). */
const THROTTLE_MS = 500
/** Maximum interval at which the clock is read, ms: timers do not run while a computer sleeps. */
const POLL_INTERVAL_MS = 5_000

interface Handlers {
  /** Receives the idle time, ms; returns the delay until the next report, ms. */
  onIdle: (idleMs: number) => number
  /** Called after a use was counted. */
  onUse?: () => void
  /** While it returns true, activity does not count, and only `poll` reports. */
  isPaused?: () => boolean
}

interface IdleTimer {
  /** Reports now, and schedules the next report. */
  poll(): void
  stop: Dispose
}

/** Reports the idle time of `clock` and counts activity in it. The caller's `poll` makes the first report. */
export function startIdleTimer(clock: IdleClock, handlers: Handlers): IdleTimer {
  const { onIdle, onUse, isPaused = () => false } = handlers
  let timer: ReturnType<typeof setTimeout> | undefined
  const poll = () => {
    clearTimeout(timer)
    const delay = Math.min(Math.max(onIdle(clock.idleMs()), 50), POLL_INTERVAL_MS)
    if (!isPaused()) timer = setTimeout(poll, delay)
  }
  const recordActivity = () => {
    if (isPaused() || clock.untouchedMs() < THROTTLE_MS) return
    // Reported first: a touch that wakes the computer comes too late to prevent a lock or a logout.
    poll()
    if (isPaused()) return
    clock.setUsed()
    onUse?.()
    poll()
  }
  const stopAll = disposeAll([
    onActivity(recordActivity),
    listen(window, ['pageshow', 'pagehide'], poll),
    listen(document, ['visibilitychange'], poll),
  ])
  return {
    poll,
    stop() {
      stopAll()
      clearTimeout(timer)
    },
  }
}
