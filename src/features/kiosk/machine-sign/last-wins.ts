import type { PlayedSpin } from '../../../contract/rules.ts'

const MAX_WINS = 4

/**
 * The player's last wins of the visit, newest first. A return of at most the stake is none; a free spin has
 * cost nothing.
 */
export const lastWins = (spins: readonly PlayedSpin[]): readonly PlayedSpin[] =>
  spins.filter(({ win, stake, free }) => win > (free ? 0 : stake)).slice(0, MAX_WINS)
