/** Amounts of the first row, as multiples of the stake. */
const STAKE_MULTIPLES = [50, 100, 200] as const

/** An amount to load, cents. `stakes`: how many spins at the stake it pays; `isLast`: loaded last. */
export interface StakeAmount {
  cents: number
  stakes?: number
  isLast?: true
}

/** A hot coin, cents. `place`: its place among the operator's coins, which determines its colour. */
export interface Coin {
  cents: number
  place: number
}

interface Known {
  /** Cents; undefined while the machine reports none. */
  stake: number | undefined
  /** The amount of the player's last load, cents. */
  last: number | undefined
  hotCoins: readonly number[]
}

/**
 * The amounts that the load dialog offers: first multiples of the stake and the last amount, ascending; then
 * the operator's coins in their order. No amount is offered twice.
 */
export function loadAmounts({ stake, last, hotCoins }: Known): {
  byStake: readonly StakeAmount[]
  coins: readonly Coin[]
} {
  const byStake: StakeAmount[] = stake
    ? STAKE_MULTIPLES.map((stakes) => ({ cents: stake * stakes, stakes }))
    : []
  const same = byStake.find(({ cents }) => cents === last)
  if (same) same.isLast = true
  else if (last) byStake.push({ cents: last, isLast: true })
  byStake.sort((a, b) => a.cents - b.cents)
  const coins = hotCoins
    .map((cents, place) => ({ cents, place }))
    .filter(
      ({ cents, place }) =>
        cents > 0 && hotCoins.indexOf(cents) === place && !byStake.some((amount) => amount.cents === cents),
    )
  return { byStake, coins }
}
