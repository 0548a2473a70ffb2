import type { GameState } from '../../../contract/live.ts'

/** What a visit has moved so far, in cents, and what it was read from. */
export interface VisitMoney {
  /** What came onto the machine: the credit that was on it at first, and every load since. */
  readonly loaded: number
  readonly staked: number
  readonly won: number
  readonly cashedOut: number
  readonly credit: number
  /** Paid spins, and free ones. */
  readonly spins: number
  readonly freeSpins: number
  readonly last: GameState
  /** The last spin's outcome is counted. */
  readonly settled: boolean
  /** It cost nothing. */
  readonly wasFree: boolean
  /** The spin that ended with what was said last. */
  readonly ended?: { id: string; stake: number; win: number; free: boolean; jackpot: number } | undefined
}

/** The net result, cents: what the visit left the player with. The same as what was won less what was staked. */
export const netOf = ({ credit, cashedOut, loaded }: VisitMoney): number => credit + cashedOut - loaded

/** A visit begins: what the machine says at first. A spin that was under way then counts by what it will win. */
export function beginMoney(first: GameState): VisitMoney {
  return {
    ...{ loaded: first.credit, staked: 0, won: 0, cashedOut: 0, spins: 0, freeSpins: 0 },
    ...{ credit: first.credit, last: first, settled: first.phase === 'idle', wasFree: false },
  }
}

/**
 * The machine says something new. A spin takes its stake when it is first seen and gives its win when the reels stand;
 * whatever else the credit does is money that came from the wallet or went there. So nothing is counted twice, and a
 * push that was lost is made good by the next one.
 */
export function countMoney(money: VisitMoney, next: GameState): VisitMoney {
  const turns = next.phase === 'spinning'
  const { spin } = next
  // A server that does not number its spins tells them by their beginning and their end.
  const fresh = spin ? spin.id !== money.last.spin?.id : turns && money.settled
  const free = spin ? spin.free : money.last.freeSpins > 0
  const staked = fresh && !free ? (spin?.stake ?? next.stake) : 0
  const settles = !turns && (fresh || !money.settled)
  const won = settles ? (spin?.win ?? next.win) : 0
  const moved = next.credit - (money.credit - staked + won)
  return {
    loaded: money.loaded + Math.max(moved, 0),
    cashedOut: money.cashedOut + Math.max(-moved, 0),
    staked: money.staked + staked,
    won: money.won + won,
    spins: money.spins + (fresh && !free ? 1 : 0),
    freeSpins: money.freeSpins + (fresh && free ? 1 : 0),
    credit: next.credit,
    last: next,
    settled: !turns,
    ended: settles
      ? {
          id: spin?.id ?? `seq-${next.seq}`,
          stake: spin?.stake ?? next.stake,
          win: won,
          free: spin ? spin.free : money.wasFree,
          jackpot: spin?.jackpot ?? 0,
        }
      : undefined,
    wasFree: free,
  }
}
