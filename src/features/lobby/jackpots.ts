import type { Brand } from '../../contract/floor.ts'
import { drawnJackpots, jackpotWords } from './state.ts'

/** The amounts in cents of a brand's comma-separated list, greatest first; what is no amount is left out. */
export function jackpotsOf({ jackpot }: Pick<Brand, 'jackpot'>): readonly number[] {
  return jackpot
    .split(',')
    .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)
}

/** A brand's jackpots as the server said last, cents, greatest first. */
export const jackpotsSaid = (id: string): readonly number[] =>
  jackpotsOf({ jackpot: jackpotWords.value[id] ?? '' })

/** The same as they are drawn: while they count up they are still below. */
export const jackpotsDrawn = (id: string): readonly number[] => drawnJackpots.value[id] ?? jackpotsSaid(id)
