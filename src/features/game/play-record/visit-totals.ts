import type { SpinStep } from './read-spin.ts'

/** What a visit to a machine has moved so far, in cents. */
export interface VisitTotals {
  /** What came onto the machine: the credit that was on it at first, and every load since. */
  readonly loaded: number
  readonly staked: number
  readonly won: number
  readonly cashedOut: number
  readonly credit: number
  /** Paid spins, and free ones. */
  readonly spins: number
  readonly freeSpins: number
}

/** The net result, cents: what the visit left the player with. The same as what was won less what was staked. */
export const netOf = ({ credit, cashedOut, loaded }: VisitTotals): number => credit + cashedOut - loaded

/** A visit begins with `credit` cents on the machine. A spin that was under way then counts by its win. */
export const startTotals = (credit: number): VisitTotals => ({
  ...{ loaded: credit, staked: 0, won: 0, cashedOut: 0, credit, spins: 0, freeSpins: 0 },
})

/**
 * Adds a machine's next state with `credit` cents. Whatever the credit does beyond the spin came from the wallet or
 * went there. So nothing counts twice, and the next push makes up for a lost one.
 */
export function addToVisit(
  totals: VisitTotals,
  credit: number,
  { began, stake, mark, ended }: SpinStep,
): VisitTotals {
  const won = ended?.win ?? 0
  const moved = credit - (totals.credit - stake + won)
  return {
    loaded: totals.loaded + Math.max(moved, 0),
    cashedOut: totals.cashedOut + Math.max(-moved, 0),
    staked: totals.staked + stake,
    won: totals.won + won,
    spins: totals.spins + (began && !mark.free ? 1 : 0),
    freeSpins: totals.freeSpins + (began && mark.free ? 1 : 0),
    credit,
  }
}
