import type { Dispose } from '../../contract/result.ts'
import { onActivity } from './activity.ts'

export interface IdleClock {
  /** The time since the last use, ms. */
  idleMs(): number
  /** When the last use was, ms since 1970. */
  lastUse(): number
  /** Counts a use `ageMs` ago. */
  setUsed(ageMs?: number): void
}

/**
 * Idle time is the larger of the wall clock's and the page clock's: sleep counts, and a wall clock that is
 * set back does not prolong it.
 */
export function createIdleClock(): IdleClock {
  let seen = { wall: Date.now(), page: performance.now() }
  return {
    idleMs: () => Math.max(Date.now() - seen.wall, performance.now() - seen.page),
    lastUse: () => seen.wall,
    setUsed(ageMs = 0) {
      seen = { wall: Date.now() - ageMs, page: performance.now() - ageMs }
    },
  }
}

/** The clock of the page. The lock and the kiosk have their own clocks, which can be paused. */
const pageClock = createIdleClock()

/** The time since the page was last used, ms. Requires `startPageClock`. */
export const pageIdleMs = pageClock.idleMs

/** Starts to count each use of the page. */
export const startPageClock = (): Dispose => onActivity(() => pageClock.setUsed())
