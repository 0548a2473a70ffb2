import type { Capabilities } from '../../src/contract/live.ts'
import type { GameDef, Outcome } from '../games/game.ts'
import type { Meters, ShownSpin } from '../video/protocol/machine-state.ts'
import type { Cabinet } from './cabinet.ts'

/** The rules that a spin is played by, stored permanently under their hash. */
export interface Rules {
  readonly hash: string
  readonly def: GameDef
}

interface Driver {
  /** The stakes that it offers, in cents, ascending. */
  readonly stakes: readonly number[]
  /** ms from the start of a spin until its win is paid. */
  readonly durationMs: number
  /** What a player can do at it. */
  capabilities(): Capabilities
  /** Shows the numbers in its picture. */
  showMeters(meters: Meters): void
  /** Shows a spin in its picture; `sinceMs`: it started that long ago. */
  showSpin(spin: ShownSpin & { readonly sinceMs?: number }): void
}

/** The platform draws its outcomes, and its credit is the ledger's account. */
export interface DrawnDriver extends Driver {
  readonly kind: 'drawn'
  /** The rules of its game. */
  readonly rules: Rules
  /**
   * Draws the outcome of a spin by rules, which are earlier ones for a free spin that they awarded.
   * `stake` in cents, one of theirs.
   */
  draw(rules: Rules, stake: number, free: boolean): Outcome
}

/** A cabinet decides its outcomes and has a credit meter of its own. */
export interface CabinetDriver extends Driver {
  readonly kind: 'cabinet'
  readonly cabinet: Cabinet
}

/**
 * What a machine itself does, whoever makes it. Seats, holds, statuses, wallets and the ledger belong to the
 * floor, which talks to each machine through this interface alone.
 */
export type MachineDriver = DrawnDriver | CabinetDriver
