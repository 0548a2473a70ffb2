import type { MachineStatus } from '../../src/contract/http.ts'
import type { Band, Capabilities, GameState } from '../../src/contract/live.ts'
import type { GameDef } from '../games/game.ts'
import { HEIGHT, WIDTH } from '../video/protocol/layers.ts'
import { type Box, layoutOf } from '../video/protocol/layout.ts'
import type { Meters, ShownSpin } from '../video/protocol/machine-state.ts'

/** A brand of the floor, with what its jackpot holds (cents) as of the ledger's `version`. */
export interface BrandState {
  readonly id: string
  readonly name: string
  /** The brand pack's key. */
  readonly key: string
  jackpot: number
  version: number
}

/** Why a machine is out of service. */
export type Fault = 'error' | 'offline'

export interface Seat {
  readonly playerId: string
  readonly visitId: number
  /** ms; set while the player's connection is gone. */
  heldUntil: number | undefined
  /** Which page plays, as a number that grows: a page that was replaced has nothing to say about the seat. */
  presence: number
}

/** The spin under way, or the last one that ended. Amounts in cents. */
export interface Spin {
  readonly id: string
  readonly stake: number
  /** What the lines pay. */
  readonly win: number
  readonly free: boolean
  readonly freeAwarded: number
  readonly jackpotHit: boolean
  /** What the jackpot paid, once settled. */
  jackpot: number
  readonly stops: readonly number[]
  readonly wins: ShownSpin['wins']
  /** ms. */
  readonly startedAt: number
  settled: boolean
}

/**
 * A machine as this process knows it: the database's row, its credit and its last spin. It changes only after
 * the transaction that changed the database, and `seq` proves to that transaction that nobody else did.
 */
export interface MachineState {
  readonly id: string
  readonly name: string
  readonly brand: BrandState
  readonly game: GameDef
  seq: number
  seat: Seat | undefined
  credit: number
  /** The stake played last, or the least that is offered. */
  stake: number
  freeSpins: number
  freeStake: number
  bonusWin: number
  /** The operator took it out of service; whoever sits there keeps the seat and the credit. */
  fault: Fault | undefined
  cashingOut: boolean
  spin: Spin | undefined
  /** What a simulated player makes of it; never together with a seat. */
  simulated: MachineStatus | undefined
  /** Grows with every command by which somebody plays: a countdown that began before it is over. */
  plays: number
  /** Whose session was ended here last because nobody played: a command that comes late is told so. */
  terminated: string | undefined
  /** The statuses last told to the lobby and to the one who sits, and the end of the hold. */
  told: string
}

export const isSpinning = (machine: MachineState) => machine.spin !== undefined && !machine.spin.settled
export const hasBonus = (machine: MachineState) => machine.freeSpins > 0

/** May the player leave it without leaving anything behind? */
export const isEmpty = (machine: MachineState) =>
  machine.credit === 0 && !hasBonus(machine) && !isSpinning(machine)

/**
 * A machine's status as `viewer` sees it. A seat that is kept is `reserved` to others. Its owner has to know
 * whether it waits for them, `waiting` or `in-bonus`, or whether a page of theirs plays it: `playing`.
 */
export function statusOf(machine: MachineState, viewer?: string): MachineStatus {
  const { seat } = machine
  if (machine.fault) return machine.fault
  if (!seat) return machine.simulated ?? 'available'
  if (machine.cashingOut) return 'cashing-out'
  const isTheirs = seat.playerId === viewer
  const isHeld = seat.heldUntil !== undefined
  if (hasBonus(machine) && (isHeld || !isTheirs)) return 'in-bonus'
  if (!isHeld) return 'playing'
  return isTheirs ? 'waiting' : 'reserved'
}

/** Until when a seat is kept for a player who is gone, for whoever asks; nothing for any other machine. */
export function reservedUntil({ seat }: MachineState): { reservedUntil?: string } {
  return seat?.heldUntil === undefined ? {} : { reservedUntil: new Date(seat.heldUntil).toISOString() }
}

/** What the machine shows, as the wire has it. */
export function gameState(machine: MachineState): GameState {
  const { seq, credit, freeSpins, bonusWin, spin } = machine
  const spinning = isSpinning(machine)
  const win = spin && !spinning ? spin.win + spin.jackpot : 0
  const ofBonus = hasBonus(machine) || (spinning && spin?.free)
  return {
    seq,
    phase: spinning ? 'spinning' : 'idle',
    credit,
    stake: ofBonus ? machine.freeStake : machine.stake,
    win,
    freeSpins,
    bonusWin,
    spin: spin
      ? { id: spin.id, stake: spin.stake, win, free: spin.free, jackpot: spinning ? 0 : spin.jackpot }
      : null,
  }
}

/** The same numbers for the picture. */
export function meters(machine: MachineState): Meters {
  const { credit, win, stake, freeSpins } = gameState(machine)
  return { credit, win, stake, freeSpins }
}

/** The parts of the machine's picture that a player may look at alone. Known ids: the app has words for them. */
function bands({ reels, rows }: GameDef): Band[] {
  const { glass } = layoutOf(reels.length, rows)
  const region = ({ x, y, width, height }: Box) => ({
    x: x / WIDTH,
    y: y / HEIGHT,
    width: width / WIDTH,
    height: height / HEIGHT,
  })
  const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  return [
    { id: 'cabinet', name: 'Cabinet', Order: 20, kind: 'crop', region: region(whole) },
    { id: 'reels', name: 'Reels', Order: 10, kind: 'crop', region: region(glass) },
  ]
}

/** What a player can do at the machine. */
export function capabilities(machine: MachineState): Capabilities {
  return {
    buttons: ['spin', 'bet-down', 'bet-up', 'bet-max', 'autoplay'],
    stakes: [...machine.game.stakes],
    transfer: true,
    bands: bands(machine.game),
  }
}
