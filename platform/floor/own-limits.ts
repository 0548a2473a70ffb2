import { Code } from '../../src/contract/codes.ts'
import { LIMIT_KINDS, type LimitKind } from '../../src/contract/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import { periodOf } from '../players/limit-periods.ts'
import {
  limitOf,
  type NetLoss,
  netLoss,
  type OwnLimits,
  playedMs,
  readOwnLimits,
} from '../players/own-limits.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import type { MachineState } from './machine.ts'

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

/** What is known of a seated player. */
interface Known {
  readonly own: OwnLimits
  /** By limit: the period's start, and its loss so far. */
  readonly losses: Map<LimitKind, { start: number; sum: NetLoss }>
}

export interface OwnLimitsCheck {
  /**
   * Whether the player's own limits refuse a stake, in cents; without one only a pause counts. Codes:
   * ownLossDay, ownLossWeek and ownLossMonth with `limit` and `left` (cents), ownTimeDay with `minutes`,
   * ownPause; all with `until`, the time from which play is possible, ISO 8601.
   */
  check(playerId: string, stake?: number, on?: Db | Trx): Promise<Refused | undefined>
  /** The newest change that the last check knew. A spin is stored only if there is no newer one. */
  knownId(playerId: string): number
  /** The next check reads the player's limits again. */
  forget(playerId: string): void
}

export function createOwnLimitsCheck(db: Db, clock: Pick<Clock, 'now'>, timeZone: string): OwnLimitsCheck {
  const players = new Map<string, Known>()
  const until = (at: number) => new Date(at).toISOString()

  async function known(playerId: string, on: Db | Trx): Promise<Known> {
    const found = players.get(playerId)
    if (found) return found
    const read: Known = { own: await readOwnLimits(on, playerId), losses: new Map() }
    players.set(playerId, read)
    return read
  }

  async function lossOf(playerId: string, { losses }: Known, kind: LimitKind, start: number, on: Db | Trx) {
    const earlier = losses.get(kind)
    const sum = await netLoss(on, playerId, start, earlier?.start === start ? earlier.sum : undefined)
    losses.set(kind, { start, sum })
    return sum.loss
  }

  return {
    async check(playerId, stake, on = db) {
      const player = await known(playerId, on)
      const now = clock.now()
      const { pausedUntil } = player.own
      if (pausedUntil > now) return refused(Code.ownPause, { until: until(pausedUntil) })
      if (stake === undefined) return undefined
      for (const kind of LIMIT_KINDS) {
        const { value } = limitOf(player.own, kind, now)
        if (value === null) continue
        const { start, end } = periodOf(kind, now, timeZone)
        if (kind === 'time-day') {
          if ((await playedMs(on, playerId, start, now)) >= value * MINUTE_MS)
            return refused(Code.ownTimeDay, { minutes: value, until: until(end) })
          continue
        }
        const loss = await lossOf(playerId, player, kind, start, on)
        if (loss + stake > value)
          return refused(LOSS_CODES[kind], {
            limit: value,
            left: Math.max(0, value - loss),
            until: until(end),
          })
      }
      return undefined
    },
    knownId: (playerId) => players.get(playerId)?.own.lastId ?? 0,
    forget: (playerId) => void players.delete(playerId),
  }
}

/** The stake that a player must be able to lose before a machine or a load makes sense, cents. */
export const lowestStakeOf = ({ driver }: Pick<MachineState, 'driver'>) =>
  driver.stakes.length > 0 ? Math.min(...driver.stakes) : 0
