import { Code } from '../../src/contract/codes.ts'
import { LIMIT_KINDS, type LimitKind } from '../../src/contract/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import { periodOf } from '../players/limit-periods.ts'
import { createNetLosses } from '../players/net-losses.ts'
import { limitOf, type OwnLimits, playedMs, readOwnLimits } from '../players/own-limits.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/*
 * Enforces the limits and pauses that players set for themselves. Nothing here limits a cash-out, a running
 * spin or free spins.
 */

const MINUTE_MS = 60_000

const LOSS_CODES = {
  'loss-day': Code.ownLossDay,
  'loss-week': Code.ownLossWeek,
  'loss-month': Code.ownLossMonth,
} as const satisfies Partial<Record<LimitKind, number>>

export interface OwnLimitsCheck {
  /**
   * Whether the player's own limits refuse a stake, in cents; without one only a pause counts. Codes:
   * ownLossDay, ownLossWeek and ownLossMonth with `limit` and `left` (cents), ownTimeDay with `minutes`,
   * ownPause; all with `until`, the time from which play is possible, ISO 8601.
   */
  check(playerId: string, stake?: number, on?: Db | Trx): Promise<Refused | undefined>
  /** The operator's maximum stake for the player, cents; Infinity: none. */
  maxStake(playerId: string): Promise<number>
  /** The newest change that the last check knew. A spin is stored only if there is no newer one. */
  knownId(playerId: string): number
  /** The next check reads the player's limits again. */
  forget(playerId: string): void
}

export function createOwnLimitsCheck(db: Db, clock: Pick<Clock, 'now'>, timeZone: string): OwnLimitsCheck {
  /** Of seated players. */
  const players = new Map<string, OwnLimits>()
  const losses = createNetLosses()
  const until = (at: number) => new Date(at).toISOString()

  async function known(playerId: string, on: Db | Trx): Promise<OwnLimits> {
    const found = players.get(playerId)
    if (found) return found
    const read = await readOwnLimits(on, playerId)
    players.set(playerId, read)
    return read
  }

  return {
    async check(playerId, stake, on = db) {
      const own = await known(playerId, on)
      const now = clock.now()
      const { pausedUntil } = own
      if (pausedUntil > now) return refused(Code.ownPause, { until: until(pausedUntil) })
      if (stake === undefined) return undefined
      const limits = LIMIT_KINDS.flatMap((kind) => {
        const { value } = limitOf(own, kind, now)
        return value === null ? [] : [{ kind, value, ...periodOf(kind, now, timeZone) }]
      })
      const starts = limits.flatMap(({ kind, start }) => (kind === 'time-day' ? [] : [start]))
      const lossSince = await losses.since(on, playerId, starts)
      for (const { kind, value, start, end } of limits) {
        if (kind === 'time-day') {
          if ((await playedMs(on, playerId, start, now)) >= value * MINUTE_MS)
            return refused(Code.ownTimeDay, { minutes: value, until: until(end) })
          continue
        }
        const loss = lossSince.get(start) ?? 0
        if (loss + stake > value)
          return refused(LOSS_CODES[kind], {
            limit: value,
            left: Math.max(0, value - loss),
            until: until(end),
          })
      }
      return undefined
    },
    maxStake: async (playerId) => (await known(playerId, db)).maxStake,
    knownId: (playerId) => players.get(playerId)?.lastId ?? 0,
    forget: (playerId) => void players.delete(playerId),
  }
}
