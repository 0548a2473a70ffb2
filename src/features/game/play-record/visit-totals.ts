import * as v from 'valibot'
import type { SpinStep } from './read-spin.ts'

const Total = v.pipe(v.number(), v.safeInteger())

/** The totals of a visit to a machine, cents. */
export const VisitTotals = v.object({
  /** The credit at the start, plus all loads since, and the win of a spin that ran at the start. */
  loaded: Total,
  staked: Total,
  won: Total,
  cashedOut: Total,
  credit: Total,
  /** Number of paid spins; `freeSpins`: of free ones. */
  spins: Total,
  freeSpins: Total,
})
export type VisitTotals = Readonly<v.InferOutput<typeof VisitTotals>>

/** The net result, cents. Equals won minus staked. */
export const netOf = ({ credit, cashedOut, loaded }: VisitTotals): number => credit + cashedOut - loaded

/** Totals at the start, with `credit` cents of the player's on the machine. */
export const startTotals = (credit: number): VisitTotals => ({
  ...{ loaded: credit, staked: 0, won: 0, cashedOut: 0, credit, spins: 0, freeSpins: 0 },
})

/**
 * Adds a machine's next state with `credit` cents of the player's. A change of credit that the spin does not
 * explain is a transfer from or to the wallet. So nothing counts twice, and a lost push is made up by the
 * next one.
 */
export function addToVisit(
  totals: VisitTotals,
  credit: number,
  { began, stake, mark, won }: SpinStep,
): VisitTotals {
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
