import type { GameState } from '../../../contract/live.ts'
import { isGain } from '../play/is-gain.ts'

/**
 * How a win is shown. `returned`: at most what was paid, which is named and never celebrated; `win`: the
 * meter counts up; `big`: a banner; `huge`: the whole screen.
 */
export type Grade = 'none' | 'returned' | 'win' | 'big' | 'huge'

/** Wins of at least so many stakes have a banner, or the whole screen. */
const MIN_BIG_STAKES = 10
const MIN_HUGE_STAKES = 50

interface Graded {
  readonly stake: number
  readonly win: number
  readonly free: boolean
  /** A part of `win`. */
  readonly jackpot: number
}

/** Grades a win by its stake; amounts in cents. A jackpot takes the whole screen, however large it is. */
export function gradeOf(spin: Graded): Grade {
  const { stake, win, jackpot } = spin
  if (jackpot > 0) return 'huge'
  if (win <= 0) return 'none'
  if (!isGain(spin, win)) return 'returned'
  if (stake <= 0 || win < MIN_BIG_STAKES * stake) return 'win'
  return win < MIN_HUGE_STAKES * stake ? 'big' : 'huge'
}

/** What is shown when the reels have stopped. */
export interface Celebration {
  readonly spinId: string
  /** Of the amount. */
  readonly grade: Grade
  /** `bonus`: free spins that the spin has won; `rounds`: the total of free spins that have ended. */
  readonly kind: 'win' | 'bonus' | 'rounds' | 'jackpot'
  /** Cents. */
  readonly amount: number
  /** The jackpot's part of it, cents. */
  readonly jackpot: number
  /** The amount as a multiple of the stake, rounded down; 0 without a stake. */
  readonly stakes: number
  /** The free spins that were won, or have been played; 0: not known. */
  readonly freeSpins: number
}

/** Whether it takes the whole screen; else a banner. */
export const isScreen = ({ kind, grade }: Celebration) => kind !== 'win' || grade === 'huge'

/**
 * The celebration that a machine's state asks for: a jackpot, else free spins that begin, else the total of
 * those that end, else the win of the spin. Undefined while the reels turn, and for a win that only the meter
 * shows. `played`: free spins of the bonus, if known.
 */
export function celebrationOf(
  { phase, spin, freeSpins, bonusWin }: GameState,
  played = 0,
): Celebration | undefined {
  if (phase !== 'idle' || !spin) return undefined
  const { id, stake, free, win } = spin
  const jackpot = spin.jackpot ?? 0
  const celebrate = (kind: Celebration['kind'], amount: number, grade: Grade, spins = 0): Celebration => ({
    ...{ spinId: id, grade, kind, amount, jackpot, freeSpins: spins },
    stakes: stake > 0 ? Math.floor(amount / stake) : 0,
  })
  const grade = gradeOf({ stake, win, free, jackpot })
  if (jackpot > 0) return celebrate('jackpot', win, grade)
  // No spin is paid for while free ones are left: this one has won them.
  if (!free && freeSpins > 0) return celebrate('bonus', win, grade, freeSpins)
  // The stake that won the free spins has been paid, so that their total is measured by it.
  if (free && freeSpins === 0)
    return celebrate('rounds', bonusWin, gradeOf({ stake, win: bonusWin, free: false, jackpot }), played)
  return grade === 'big' || grade === 'huge' ? celebrate('win', win, grade) : undefined
}
