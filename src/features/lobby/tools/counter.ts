/** ms: what is taken for the time to the next word while there is none to measure by, and its bounds. */
const USUAL_MS = 5000
const BOUNDS = { least: 500, most: 30_000 }

/** One jackpot on its way up. Amounts in cents, times in ms of a clock that only goes forward. */
interface Climb {
  from: number
  to: number
  began: number
  lasts: number
}

/**
 * The way up of some jackpots: each counts from what is drawn to the server's last word over the time until the
 * next word is due, never beyond that word and never downwards; a lower word (somebody has won it) stands at once.
 */
export interface Ticker {
  /** The server's word on one brand's jackpots, the greatest first. */
  say(id: string, amounts: readonly number[], at: number): void
  /** What is to be drawn now. */
  drawn(id: string, at: number): readonly number[]
  /** Is any still on its way? */
  runs(at: number): boolean
  ids(): Iterable<string>
  clear(): void
}

function amountAt({ from, to, began, lasts }: Climb, at: number): number {
  const part = lasts > 0 ? Math.min(Math.max((at - began) / lasts, 0), 1) : 1
  return Math.floor(from + (to - from) * part)
}

export function createTicker(): Ticker {
  const all = new Map<string, { said: number; climbs: Climb[] }>()
  return {
    say(id, amounts, at) {
      const before = all.get(id)
      if (before && amounts.length === before.climbs.length) {
        if (amounts.every((amount, i) => amount === before.climbs[i]?.to)) return
      }
      const passed = before ? at - before.said : USUAL_MS
      const lasts = Math.min(Math.max(passed, BOUNDS.least), BOUNDS.most)
      const climbs = amounts.map((to, i): Climb => {
        const old = before?.climbs[i]
        const now = old ? amountAt(old, at) : to
        // A word below the one before is a hit, even where less than that was drawn.
        const from = old && to >= old.to ? Math.min(now, to) : to
        return { from, to, began: at, lasts }
      })
      all.set(id, { said: at, climbs })
    },
    drawn: (id, at) => all.get(id)?.climbs.map((climb) => amountAt(climb, at)) ?? [],
    runs: (at) =>
      [...all.values()].some(({ climbs }) =>
        climbs.some(({ from, to, began, lasts }) => from < to && at < began + lasts),
      ),
    ids: () => all.keys(),
    clear: () => all.clear(),
  }
}
