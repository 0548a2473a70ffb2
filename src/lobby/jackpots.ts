import type { Brand } from '../contract/floor.ts'

/** The amounts in cents of a brand's comma-separated list, greatest first; what is no amount is left out. */
export function jackpotsOf({ jackpot }: Pick<Brand, 'jackpot'>): number[] {
  return jackpot
    .split(',')
    .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)
}

/** Has one of the jackpots passed the operator's limit (cents)? */
export function isHot(jackpots: readonly number[], limit: number): boolean {
  return (jackpots[0] ?? 0) > limit
}
