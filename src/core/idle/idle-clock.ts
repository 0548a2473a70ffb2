import type { Dispose } from '../../contract/result.ts'
import { onActivity } from './activity.ts'

export interface IdleClock {
  /** The time since the last use, ms: 0 during one that `startUse` has begun. */
  idleMs(): number
  /** The time since the last touch, ms. */
  untouchedMs(): number
  /** When the last use was, ms since 1970. */
  lastUse(): number
  /** Counts a touch `ageMs` ago. */
  setUsed(ageMs?: number): void
}

/** After this long without a touch no other use counts any more, ms: the player may have left. */
const MAX_UNTOUCHED_MS = 60 * 60_000

/**
 * The age of a moment. It is the larger of the wall clock's and the page clock's: sleep counts, and a wall
 * clock that is set back does not shorten it.
 */
function ageSince(agoMs = 0): () => number {
  const wall = Date.now() - agoMs
  const page = performance.now() - agoMs
  return () => Math.max(Date.now() - wall, performance.now() - page)
}

/** The time since the end of each running use, ms: 0 until its longest duration is over. */
const runningUses = new Set<() => number>()
/** The time since a use ended last, ms. */
let endedUse = () => Number.POSITIVE_INFINITY

/**
 * Begins a use without a touch: something goes on that the player has started and watches. It ends when it is
 * disposed, or after `maxMs`.
 */
export function startUse(maxMs: number): Dispose {
  const runMs = ageSince()
  const endedMs = () => Math.max(0, runMs() - maxMs)
  runningUses.add(endedMs)
  return () => {
    if (runningUses.delete(endedMs)) endedUse = ageSince(Math.min(endedUse(), endedMs()))
  }
}

export function createIdleClock(): IdleClock {
  let untouchedMs = ageSince()
  const idleMs = () => {
    const unusedMs = Math.min(endedUse(), ...[...runningUses].map((endedMs) => endedMs()))
    return Math.min(untouchedMs(), Math.max(unusedMs, untouchedMs() - MAX_UNTOUCHED_MS))
  }
  return {
    idleMs,
    untouchedMs: () => untouchedMs(),
    lastUse: () => Date.now() - Math.round(idleMs()),
    setUsed(ageMs) {
      untouchedMs = ageSince(ageMs)
    },
  }
}

/** The clock of the page. The lock and the kiosk have their own clocks, which can be paused. */
const pageClock = createIdleClock()

/** The time since the page was last used, ms. Requires `startPageClock`. */
export const pageIdleMs = pageClock.idleMs

/** Starts to count each use of the page. */
export const startPageClock = (): Dispose => onActivity(() => pageClock.setUsed())
