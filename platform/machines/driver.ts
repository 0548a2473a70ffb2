import type { Code } from '../../src/contract/codes.ts'
import type { MachineStatus } from '../../src/contract/http.ts'
import type { CabinetState, Capabilities, GameState } from '../../src/contract/live.ts'
import type { GameDef, Outcome } from '../games/game.ts'
import type { Meters, ShownSpin } from '../video/protocol/machine-state.ts'
import type { Cabinet, CabinetRecord, PendingTransfer } from './cabinet/cabinet.ts'
import type { ButtonKind } from './cabinet/controller-messages.ts'

/** The rules that a spin is played by, stored permanently under their hash. */
export interface Rules {
  readonly hash: string
  readonly def: GameDef
}

/** The game of a machine whose outcomes the platform draws. */
export interface DrawnGame {
  readonly rules: Rules
  /**
   * Draws the outcome of a spin by rules, which are earlier ones for a free spin that they awarded.
   * `stake` in cents, one of theirs.
   */
  draw(rules: Rules, stake: number, free: boolean): Outcome
}

/** What a player wants of a machine; of a button, its kind. */
export type Command = 'sit' | 'load' | 'cash-out' | ButtonKind

/** Whether a command may stake money: its player's own limits count. */
export const mayStake = (command: Command): boolean =>
  command === 'spin' || command === 'max' || command === 'gamble'

export type MachineRefusal = typeof Code.machineOutOfOrder | typeof Code.machineBusy

/** What a machine itself knows of its state, beside the rows of the floor. */
export interface MachineFacts {
  /** Its status without a player. */
  freeStatus(): MachineStatus
  /** Why it cannot be played. */
  fault(): 'error' | 'offline' | undefined
  /** The load or cash-out to which the machine has not answered yet. */
  pending(): PendingTransfer | undefined
  /** Whether a game may be under way, or over and not booked yet. */
  owesGame(): boolean
  /** Whether an attendant may still put a win of this visit on it. */
  awaitsHandPay(visitId: number | undefined): boolean
  /** What the player of a visit is told beside the game. */
  report(visitId: number | undefined): CabinetState | undefined
  /** The game by its own meters; undefined: the floor's rows say it. `credit`: booked, cents. */
  gameState(booked: { seq: number; credit: number; visitId: number | undefined }): GameState | undefined
}

/**
 * What a machine itself does, whoever makes it. Seats, holds, statuses, wallets and the ledger belong to the
 * floor, which talks to each machine through this interface alone.
 */
export interface MachineDriver extends MachineFacts {
  /** Undefined: the machine decides its outcomes. */
  readonly drawnGame: DrawnGame | undefined
  /** Its controller, which executes transfers and presses; undefined: the ledger's account is the credit. */
  readonly cabinet: Cabinet | undefined
  /** The stakes that it offers, in cents, ascending. */
  readonly stakes: readonly number[]
  /** Whether a spin may stake so many cents. */
  offers(stake: number): boolean
  /** The least that its next spin can stake, as far as it is known; cents. */
  leastStake(): number
  /** Why it does not do this now, for reasons of its own. `now`: steady ms. */
  refuses(command: Command, now: number): MachineRefusal | undefined
  /** ms from the start of a spin until its win is paid. */
  readonly durationMs: number
  /** What a player can do at it. */
  capabilities(): Capabilities
  /** Shows the numbers in its picture. */
  showMeters(meters: Meters): void
  /** Shows a spin in its picture; `sinceMs`: it started that long ago. */
  showSpin(spin: ShownSpin & { readonly sinceMs?: number }): void
  /** Commands the machine to execute a load or a cash-out whose money is in transit. `now`: steady ms. */
  execute(transfer: PendingTransfer, now: number): void
  /** A visit has begun, or ended (null). */
  showVisit(visitId: number | null): void
  /** Takes over what the database stores of it. */
  restore(record: CabinetRecord): void
  /** Another process runs it from now on. */
  disown(): void
}
