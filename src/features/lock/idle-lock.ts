import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { listen } from '../../core/idle/activity.ts'
import { createIdleClock } from '../../core/idle/idle-clock.ts'
import { startIdleTimer } from '../../core/idle/idle-timer.ts'
import { lockStorage } from './lock-storage.ts'
import { applyIdleTime, IDLE_WARNING_MS, locked, lockScreen, MAX_IDLE_MS, unlock } from './state.ts'

/** Minimum interval at which activity is shared with other tabs, ms. */
const SHARE_INTERVAL_MS = 5_000
/**
 * Whether the session was active within MAX_IDLE_MS; unknown counts as no. An activity in the future is of a
 * clock that was set back since, so its age is unknown.
 */
function isInUse(activity: number | undefined): boolean {
  const age = Date.now() - (activity ?? Number.NaN)
  return age >= 0 && age < MAX_IDLE_MS
}

/** Locks the screen of an idle player, across reloads and in all tabs of the session. */
export function startIdleLock(): Dispose {
  const storage = lockStorage()
  const clock = createIdleClock()
  let lastShared: number | undefined
  let shared = Number.NEGATIVE_INFINITY
  let shareTimer: ReturnType<typeof setTimeout> | undefined

  const share = () => {
    clearTimeout(shareTimer)
    shareTimer = undefined
    shared = performance.now()
    lastShared = clock.lastUse()
    storage.setActivity(lastShared)
  }
  const shareSoon = () => {
    const wait = shared + SHARE_INTERVAL_MS - performance.now()
    if (wait <= 0) share()
    else shareTimer ??= setTimeout(share, wait)
  }
  /** Counts activity of other tabs, unless its time is in the future. */
  const adoptSharedActivity = () => {
    const wall = storage.activity()
    if (wall === undefined || wall === lastShared) return
    const age = Date.now() - wall
    if (age >= 0 && age < clock.idleMs()) clock.setUsed(age)
  }
  const update = () => {
    const lockedElsewhere = storage.locked()
    if (lockedElsewhere && !locked.peek()) lockScreen(storage.wrongPins())
    // The lock removes the stored activity, so activity means that another tab was unlocked.
    if (lockedElsewhere === false && locked.peek() && storage.activity() !== undefined) unlock()
    if (locked.peek()) return 0
    adoptSharedActivity()
    // A use without a touch, such as autoplay.
    if (clock.lastUse() - (lastShared ?? 0) > SHARE_INTERVAL_MS) shareSoon()
    const ms = clock.idleMs()
    applyIdleTime(ms)
    const toWarning = MAX_IDLE_MS - IDLE_WARNING_MS - ms
    return toWarning > 0 ? toWarning : (MAX_IDLE_MS - ms) % 1000 || 1000
  }
  const shareBeforeHiding = ({ type }: Event) => {
    if (shareTimer !== undefined && (document.hidden || type === 'pagehide')) share()
  }

  if (storage.locked() || !isInUse(storage.activity())) lockScreen(storage.wrongPins())
  const hiding = [
    listen(window, ['pagehide'], shareBeforeHiding),
    listen(document, ['visibilitychange'], shareBeforeHiding),
  ]
  const timer = startIdleTimer(clock, { onIdle: update, onUse: shareSoon, isPaused: () => locked.peek() })
  const stops = [
    ...hiding,
    timer.stop,
    effect(() => {
      if (locked.value) {
        clearTimeout(shareTimer)
        shareTimer = undefined
        storage.lock()
      } else {
        clock.setUsed()
        // Activity first: other tabs unlock when the lock's key is gone and there is activity.
        share()
        storage.unlock()
        untracked(timer.poll)
      }
    }),
    storage.subscribe(timer.poll),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(shareTimer)
    unlock()
    storage.forget()
  }
}
