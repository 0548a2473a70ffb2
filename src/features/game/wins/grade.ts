import type { GameState } from '../../../contract/live.ts'
import { isGain } from '../play/is-gain.ts'

/**
 * How a win is shown. `returned`: at most what was paid, which is named and never celebrated; `win`: the
 * meter counts up; `big`: a banner beside the picture; `huge`: the whole screen.
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

/** What is celebrated when the reels have stopped. */
export interface Celebration {
  readonly spinId: string
  readonly grade: 'big' | 'huge'
  /** `rounds`: the total of free spins that have ended. */
  readonly kind: 'win' | 'rounds' | 'jackpot'
  /** Cents. */
  readonly amount: number
  /** The jackpot's part of it, cents. */
  readonly jackpot: number
  /** The amount as a multiple of the stake, rounded down; 0 without a stake. */
  readonly stakes: number
}

/**
 * The celebration that a machine's state asks for: a jackpot, else the total of the free spins that end with
 * it, else the win of the spin. Undefined while the reels turn, and for a win that the meter alone shows.
 */
export function celebrationOf({ phase, spin, freeSpins, bonusWin }: GameState): Celebration | undefined {
  if (phase !== 'idle' || !spin) return undefined
  const { id, stake, free, win } = spin
  const jackpot = spin.jackpot ?? 0
  const celebrate = (kind: Celebration['kind'], amount: number, grade: Grade): Celebration | undefined =>
    grade === 'big' || grade === 'huge'
      ? { spinId: id, grade, kind, amount, jackpot, stakes: stake > 0 ? Math.floor(amount / stake) : 0 }
      : undefined
  if (jackpot > 0) return celebrate('jackpot', win, 'huge')
  // The stake that won the free spins has been paid, so that their total is measured by it.
  const total = { stake, win: bonusWin, free: false, jackpot }
  const rounds = free && freeSpins === 0 ? celebrate('rounds', bonusWin, gradeOf(total)) : undefined
  return rounds ?? celebrate('win', win, gradeOf({ stake, win, free, jackpot }))
}
