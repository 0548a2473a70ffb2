import { effect, untracked } from '@preact/signals-react'
import { listen, onActivity } from '../../core/idle/activity.ts'
import { IDLE_WARNING_MS } from '../../core/idle/limits.ts'
import { lockStorage } from './lock-storage.ts'
import { applyIdleTime, locked, lockScreen, MAX_IDLE_MS, unlock } from './state.ts'

/** Of activity that goes on, one sign in so many ms is looked at (specification, section 9). */
const THROTTLE_MS = 500
/** The other tabs are told of activity at most this often, ms. */
const SHARE_INTERVAL_MS = 5_000
/** The clock is looked at this often at least, ms: a computer that slept may leave a timer waiting. */
const POLL_INTERVAL_MS = 5_000

/**
 * Locks the screen of a player who touches nothing, and keeps it locked over reloads and in all their tabs, until
 * it is stopped. Idle time is the wall clock's, so that sleep counts; the page's own clock counts with it, so that
 * a wall clock that is set back keeps nothing open.
 */
export function startIdleLock(): () => void {
  const storage = lockStorage()
  let seen = { wall: 0, page: 0 }
  let lastShared: number | undefined
  let shared = Number.NEGATIVE_INFINITY
  let next: ReturnType<typeof setTimeout> | undefined
  let sharing: ReturnType<typeof setTimeout> | undefined

  const share = () => {
    clearTimeout(sharing)
    sharing = undefined
    shared = performance.now()
    lastShared = seen.wall
    storage.setActivity(lastShared)
  }
  const recordActivity = () => {
    seen = { wall: Date.now(), page: performance.now() }
    const wait = shared + SHARE_INTERVAL_MS - seen.page
    if (wait <= 0) share()
    else sharing ??= setTimeout(share, wait)
    poll()
  }
  const idle = () => Math.max(Date.now() - seen.wall, performance.now() - seen.page)
  /** What this player did in another tab counts here. A time that is still to come is no such thing. */
  const adoptSharedActivity = () => {
    const wall = storage.activity()
    if (wall === undefined || wall === lastShared) return
    const ago = Date.now() - wall
    if (ago >= 0 && ago < idle()) seen = { wall, page: performance.now() - ago }
  }
  const poll = () => {
    clearTimeout(next)
    const elsewhere = storage.locked()
    if (elsewhere && !locked.peek()) lockScreen(storage.wrongPins())
    if (elsewhere === false && locked.peek()) unlock()
    if (locked.peek()) return
    adoptSharedActivity()
    const ms = idle()
    applyIdleTime(ms)
    const toWarning = MAX_IDLE_MS - IDLE_WARNING_MS - ms
    const wait = toWarning > 0 ? toWarning : (MAX_IDLE_MS - ms) % 1000 || 1000
    if (!locked.peek()) next = setTimeout(poll, Math.min(wait, POLL_INTERVAL_MS))
  }
  const handleActivity = () => {
    if (locked.peek() || idle() < THROTTLE_MS) return
    // The first touch after a sleep comes too late to count.
    poll()
    if (!locked.peek()) recordActivity()
  }
  const handlePageChange = ({ type }: Event) => {
    if (sharing !== undefined && (document.hidden || type === 'pagehide')) share()
    poll()
  }

  const since = storage.activity()
  if (storage.locked() || (since !== undefined && Date.now() - since >= MAX_IDLE_MS))
    lockScreen(storage.wrongPins())
  const stops = [
    effect(() => {
      if (locked.value) storage.lock()
      else {
        storage.unlock()
        untracked(recordActivity)
      }
    }),
    storage.subscribe(poll),
    onActivity(handleActivity),
    listen(window, ['pageshow', 'pagehide'], handlePageChange),
    listen(document, ['visibilitychange'], handlePageChange),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(next)
    clearTimeout(sharing)
    unlock()
    storage.forget()
  }
}
