import type { JURISDICTIONS } from './settings-play.ts'

/** The limits of a spin that both the app and the platform apply. */
export interface SpinLimits {
  /** Minimum ms from the start of one spin to the next; 0: none. */
  readonly cycle: number
  /** Maximum stake, cents; Infinity: none. */
  readonly maxStake: number
}

/** By jurisdiction; docs/decisions/0014-player-protection.md has the sources. */
export const SPIN_LIMITS: Readonly<Record<Exclude<(typeof JURISDICTIONS)[number], ''>, SpinLimits>> = {
  GB: { cycle: 2500, maxStake: 500 },
  DE: { cycle: 5000, maxStake: 100 },
  ON: { cycle: 2500, maxStake: Number.POSITIVE_INFINITY },
  MT: { cycle: 0, maxStake: Number.POSITIVE_INFINITY },
}
