import { evaluateStops, type GameDef } from './game.ts'

interface Played {
  readonly stops: readonly number[]
  readonly wins: readonly { readonly amount: number }[]
  readonly free: boolean
  /** Cents; undefined where it is not known. */
  readonly stake?: number | undefined
}

/**
 * Whether picture and sound celebrate a spin's wins. They do not when these return at most the stake (United
 * Kingdom, Remote Technical Standards 14F), unless the spin brings free rounds or the jackpot. A free round
 * has cost nothing.
 */
export function isGain(def: GameDef, { stops, wins, free, stake }: Played): boolean {
  const win = wins.reduce((sum, { amount }) => sum + amount, 0)
  if (win === 0) return false
  if (free || stake === undefined || win > stake) return true
  const { jackpot, freeSpins } = evaluateStops(def, stops, def.stakes[0] ?? 0, free)
  return jackpot || freeSpins > 0
}
