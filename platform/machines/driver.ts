import type { Capabilities } from '../../src/contract/live.ts'
import type { GameDef, Outcome } from '../games/game.ts'
import type { Meters, ShownSpin } from '../video/protocol/machine-state.ts'

/** The rules that a spin is played by, stored permanently under their hash. */
export interface Rules {
  readonly hash: string
  readonly def: GameDef
}

/**
 * What a machine itself does, whoever makes it. Seats, holds, statuses, wallets and the ledger belong to the
 * floor, which talks to each machine through this interface alone.
 */
export interface MachineDriver {
  /** The rules of its game. */
  readonly rules: Rules
  /** The stakes that it offers, in cents, ascending. */
  readonly stakes: readonly number[]
  /** ms from the start of a spin until its win is paid. */
  readonly durationMs: number
  /** What a player can do at it. */
  capabilities(): Capabilities
  /**
   * Draws the outcome of a spin by rules, which are earlier ones for a free spin that they awarded.
   * `stake` in cents, one of theirs.
   */
  draw(rules: Rules, stake: number, free: boolean): Outcome
  /** Shows the numbers in its picture. */
  showMeters(meters: Meters): void
  /** Shows a spin in its picture; `sinceMs`: it started that long ago. */
  showSpin(spin: ShownSpin & { readonly sinceMs?: number }): void
}
