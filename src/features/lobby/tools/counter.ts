/** ms: what is taken for the time to the next word while there is none to measure by, and its bounds. */
const DEFAULT_INTERVAL_MS = 5000
const BOUNDS = { least: 500, most: 30_000 }

/** One jackpot on its way up. Amounts in cents, times in ms of a clock that only goes forward. */
interface Count {
  from: number
  to: number
  began: number
  lasts: number
}

/**
 * The way up of some jackpots: each counts from what is drawn to the server's last word over the time until the
 * next word is due, never beyond that word and never downwards; a lower word (somebody has won it) stands at once.
 */
export interface JackpotCounter {
  /** The server's word on one brand's jackpots, the greatest first. */
  setTarget(id: string, amounts: readonly number[], at: number): void
  /** What is to be drawn now. */
  amounts(id: string, at: number): readonly number[]
  /** Is any still on its way? */
  isCounting(at: number): boolean
  ids(): Iterable<string>
  clear(): void
}

function amountAt({ from, to, began, lasts }: Count, at: number): number {
  const part = lasts > 0 ? Math.min(Math.max((at - began) / lasts, 0), 1) : 1
  return Math.floor(from + (to - from) * part)
}

export function createJackpotCounter(): JackpotCounter {
  const all = new Map<string, { said: number; climbs: Count[] }>()
  return {
    setTarget(id, amounts, at) {
      const before = all.get(id)
      if (before && amounts.length === before.climbs.length) {
        if (amounts.every((amount, i) => amount === before.climbs[i]?.to)) return
      }
      const passed = before ? at - before.said : DEFAULT_INTERVAL_MS
      const lasts = Math.min(Math.max(passed, BOUNDS.least), BOUNDS.most)
      const climbs = amounts.map((to, i): Count => {
        const old = before?.climbs[i]
        const now = old ? amountAt(old, at) : to
        // A word below the one before is a hit, even where less than that was drawn.
        const from = old && to >= old.to ? Math.min(now, to) : to
        return { from, to, began: at, lasts }
      })
      all.set(id, { said: at, climbs })
    },
    amounts: (id, at) => all.get(id)?.climbs.map((climb) => amountAt(climb, at)) ?? [],
    isCounting: (at) =>
      [...all.values()].some(({ climbs }) =>
        climbs.some(({ from, to, began, lasts }) => from < to && at < began + lasts),
      ),
    ids: () => all.keys(),
    clear: () => all.clear(),
  }
}
