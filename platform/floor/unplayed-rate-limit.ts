import { Code } from '../../src/contract/codes.ts'
import type { Clock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'

const REFILL_S = 300
/** Far above what a person does who looks at machines and pays in; 348 rows on the first day, then 288. */
const LIMIT = { burst: 60, perSecond: 1 / REFILL_S }

/**
 * Limits what a player stores for ever without playing: visits by `sit`, movements by `load`, each by its own
 * budget. A spin, which costs a stake, fills both. Nothing limits leaving and cashing out. The process that
 * owns the machine counts, so that several processes permit as many times the limit.
 */
export interface UnplayedBudget {
  /** Spends from a budget. Code: unplayedTooOften with the `seconds` until the next one. */
  spend(playerId: string, command: 'sit' | 'load'): Refused | undefined
  refill(playerId: string): void
}

export function createUnplayedBudget(clock: Clock): UnplayedBudget {
  const budgets = { sit: createTokenBuckets(LIMIT), load: createTokenBuckets(LIMIT) }
  return {
    spend: (playerId, command) =>
      budgets[command].take(playerId, clock.steady())
        ? undefined
        : refused(Code.unplayedTooOften, { seconds: REFILL_S }),
    refill(playerId) {
      budgets.sit.refill(playerId)
      budgets.load.refill(playerId)
    },
  }
}
