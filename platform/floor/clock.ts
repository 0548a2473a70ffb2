/** Time, so that tests can hold it in their hands. */
export interface Clock {
  /** ms since 1970. */
  now(): number
  /** Runs `work` once, `ms` from now. Answers the way to call it off. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export interface HeldClock extends Clock {
  /** Moves time on by `ms` and runs what falls due, in order. What that starts may still be under way. */
  advance(ms: number): void
}

/** A clock that stands still until a test moves it. */
export function heldClock(start = Date.UTC(2026, 0, 1)): HeldClock {
  let now = start
  const due = new Set<{ at: number; work: () => void }>()
  return {
    now: () => now,
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
  }
}
