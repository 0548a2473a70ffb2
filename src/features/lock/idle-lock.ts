import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { listen, onActivity } from '../../core/idle/activity.ts'
import { IDLE_WARNING_MS } from '../../core/idle/limits.ts'
import { lockStorage } from './lock-storage.ts'
import { applyIdleTime, locked, lockScreen, MAX_IDLE_MS, unlock } from './state.ts'

/** Continuous activity is evaluated at most once per this interval, ms (specification, section 9). */
const THROTTLE_MS = 500
/** Activity is shared with the other tabs at most this often, ms. */
const SHARE_INTERVAL_MS = 5_000
/** The clock is checked at least this often, ms: timers do not run while a computer sleeps. */
const POLL_INTERVAL_MS = 5_000

/** Whether a session was active within the last minute; unknown counts as no. */
const isInUse = (activity: number | undefined) =>
  activity !== undefined && Date.now() - activity < MAX_IDLE_MS

/**
 * Locks the screen of an idle player, across reloads and in all tabs of the session. Idle time is the larger of wall
 * clock and page clock: sleep counts, and a wall clock that is set back does not postpone the lock.
 */
export function startIdleLock(): Dispose {
  const storage = lockStorage()
  let seen = { wall: 0, page: 0 }
  let lastShared: number | undefined
  let shared = Number.NEGATIVE_INFINITY
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let shareTimer: ReturnType<typeof setTimeout> | undefined

  const share = () => {
    clearTimeout(shareTimer)
    shareTimer = undefined
    shared = performance.now()
    lastShared = seen.wall
    storage.setActivity(lastShared)
  }
  const recordActivity = () => {
    seen = { wall: Date.now(), page: performance.now() }
    const wait = shared + SHARE_INTERVAL_MS - seen.page
    if (wait <= 0) share()
    else shareTimer ??= setTimeout(share, wait)
    poll()
  }
  const idle = () => Math.max(Date.now() - seen.wall, performance.now() - seen.page)
  /** Counts activity in other tabs, unless its time is in the future. */
  const adoptSharedActivity = () => {
    const wall = storage.activity()
    if (wall === undefined || wall === lastShared) return
    const age = Date.now() - wall
    if (age >= 0 && age < idle()) seen = { wall, page: performance.now() - age }
  }
  const poll = () => {
    clearTimeout(pollTimer)
    const lockedElsewhere = storage.locked()
    if (lockedElsewhere && !locked.peek()) lockScreen(storage.wrongPins())
    // The lock removes the activity, and the tab in which the PIN was entered reports one.
    if (lockedElsewhere === false && locked.peek() && storage.activity() !== undefined) unlock()
    if (locked.peek()) return
    adoptSharedActivity()
    const ms = idle()
    applyIdleTime(ms)
    const toWarning = MAX_IDLE_MS - IDLE_WARNING_MS - ms
    const wait = toWarning > 0 ? toWarning : (MAX_IDLE_MS - ms) % 1000 || 1000
    if (!locked.peek()) pollTimer = setTimeout(poll, Math.min(wait, POLL_INTERVAL_MS))
  }
  const handleActivity = () => {
    if (locked.peek() || idle() < THROTTLE_MS) return
    // Checked first: the touch that wakes a computer from sleep comes too late to prevent the lock.
    poll()
    if (!locked.peek()) recordActivity()
  }
  const handlePageChange = ({ type }: Event) => {
    if (shareTimer !== undefined && (document.hidden || type === 'pagehide')) share()
    poll()
  }

  if (storage.locked() || !isInUse(storage.activity())) lockScreen(storage.wrongPins())
  const stops = [
    effect(() => {
      if (locked.value) {
        clearTimeout(shareTimer)
        shareTimer = undefined
        storage.lock()
      } else {
        seen = { wall: Date.now(), page: performance.now() }
        // Activity first: other tabs open when the mark is gone and there is activity.
        share()
        storage.unlock()
        untracked(poll)
      }
    }),
    storage.subscribe(poll),
    onActivity(handleActivity),
    listen(window, ['pageshow', 'pagehide'], handlePageChange),
    listen(document, ['visibilitychange'], handlePageChange),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(pollTimer)
    clearTimeout(shareTimer)
    unlock()
    storage.forget()
  }
}
