import { effect, untracked } from '@preact/signals-react'
import { listen, onActivity } from '../../core/idle/activity.ts'
import { IDLE_WARNING_MS } from '../../core/idle/limits.ts'
import { keptHere } from './lock-storage.ts'
import { IDLE_MS, idleFor, locked, lockNow, open } from './state.ts'

/** Of activity that goes on, one sign in so many ms is looked at (specification, section 9). */
const THROTTLE_MS = 500
/** The other tabs are told of activity at most this often, ms. */
const SHARE_MS = 5_000
/** The clock is looked at this often at least, ms: a computer that slept may leave a timer waiting. */
const LOOK_MS = 5_000

/**
 * Locks the screen of a player who touches nothing, and keeps it locked over reloads and in all their tabs, until
 * it is stopped. Idle time is the wall clock's, so that sleep counts; the page's own clock counts with it, so that
 * a wall clock that is set back keeps nothing open.
 */
export function watchIdle(): () => void {
  const kept = keptHere()
  let seen = { wall: 0, page: 0 }
  let told: number | undefined
  let shared = Number.NEGATIVE_INFINITY
  let next: ReturnType<typeof setTimeout> | undefined
  let sharing: ReturnType<typeof setTimeout> | undefined

  const share = () => {
    clearTimeout(sharing)
    sharing = undefined
    shared = performance.now()
    told = seen.wall
    kept.active(told)
  }
  const alive = () => {
    seen = { wall: Date.now(), page: performance.now() }
    const wait = shared + SHARE_MS - seen.page
    if (wait <= 0) share()
    else sharing ??= setTimeout(share, wait)
    look()
  }
  const idle = () => Math.max(Date.now() - seen.wall, performance.now() - seen.page)
  /** What this player did in another tab counts here. A time that is still to come is no such thing. */
  const adopt = () => {
    const wall = kept.activity()
    if (wall === undefined || wall === told) return
    const ago = Date.now() - wall
    if (ago >= 0 && ago < idle()) seen = { wall, page: performance.now() - ago }
  }
  const look = () => {
    clearTimeout(next)
    const elsewhere = kept.locked()
    if (elsewhere && !locked.peek()) lockNow(kept.wrong())
    if (elsewhere === false && locked.peek()) open()
    if (locked.peek()) return
    adopt()
    const ms = idle()
    idleFor(ms)
    const toWarning = IDLE_MS - IDLE_WARNING_MS - ms
    const wait = toWarning > 0 ? toWarning : (IDLE_MS - ms) % 1000 || 1000
    if (!locked.peek()) next = setTimeout(look, Math.min(wait, LOOK_MS))
  }
  const act = () => {
    if (locked.peek() || idle() < THROTTLE_MS) return
    // The first touch after a sleep comes too late to count.
    look()
    if (!locked.peek()) alive()
  }
  const turned = ({ type }: Event) => {
    if (sharing !== undefined && (document.hidden || type === 'pagehide')) share()
    look()
  }

  const since = kept.activity()
  if (kept.locked() || (since !== undefined && Date.now() - since >= IDLE_MS)) lockNow(kept.wrong())
  const stops = [
    effect(() => {
      if (locked.value) kept.lock()
      else {
        kept.unlock()
        untracked(alive)
      }
    }),
    kept.watch(look),
    onActivity(act),
    listen(window, ['pageshow', 'pagehide'], turned),
    listen(document, ['visibilitychange'], turned),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(next)
    clearTimeout(sharing)
    open()
    kept.forget()
  }
}
