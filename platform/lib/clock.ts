import type { Dispose } from '../../src/contract/result.ts'
/** Injected wherever time matters, so that tests control it. */
export interface Clock {
  /** ms since 1970, for times that are stored or shown; it can be set. */
  now(): number
  /** ms on a clock that is never set, for durations in memory. */
  steady(): number
  /** Runs `work` once, `ms` from now. Returns the cancel function. */
  after(ms: number, work: () => void): Dispose
}

export const systemClock: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export interface FakeClock extends Clock {
  /** Advances time by `ms` and runs due work in order; asynchronous work may still be running afterwards. */
  advance(ms: number): void
  /** Sets the time by `ms`, as a system's clock is set: no work is due by that. */
  set(ms: number): void
}

export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start
  let offset = 0
  const due = new Set<{ at: number; work: () => void }>()
  return {
    now: () => now + offset,
    steady: () => now,
    after(ms, work) {
      const entry = { at: now + ms, work }
      due.add(entry)
      return () => due.delete(entry)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.work()
      }
      now = end
    },
    set(ms) {
      offset += ms
    },
  }
}
