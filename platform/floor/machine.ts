import type { MachineStatus } from '../../src/contract/http.ts'
import type { CabinetState, Capabilities, GameState } from '../../src/contract/live.ts'
import { type Cabinet, isOffered, mayOweGame, reportOf, runningGameOf } from '../machines/cabinet.ts'
import type { DrawnDriver, MachineDriver, Rules } from '../machines/driver.ts'
import type { Meters, ShownSpin } from '../video/protocol/machine-state.ts'

/** A brand of the floor, with its jackpot (cents) as of the ledger's `version`. */
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

/** The state that the lobby and the seated player see. */
export interface Broadcast {
  readonly status: MachineStatus
  /** The operator's: a cabinet with a fault of its own may have the same status. */
  readonly fault: Fault | undefined
  readonly owner: string | undefined
  readonly ownerStatus: MachineStatus | undefined
  /** ms since 1970. */
  readonly heldUntil: number | undefined
  /** The credit of a held machine, cents. */
  readonly heldCredit: number | undefined
  /** What a held cabinet reports, as JSON. */
  readonly heldReport: string | undefined
}

export interface Seat {
  readonly playerId: string
  readonly visitId: number
  /** ms since 1970; set while the player is disconnected. */
  heldUntil: number | undefined
  /** Grows with each page that takes the seat; commands of replaced pages carry a lower number. */
  presence: number
  /** The presence with which its page came: a new one, or its own when it resumed the seat. */
  page?: number
  /** The process that the page is connected to. */
  node?: string | undefined
  /** What the cabinet of another process reports, and why it cannot be played. */
  report?: CabinetState | undefined
  cabinetFault?: Fault | undefined
  /** What its page was told that can be done at the machine; undefined: nothing by this process. */
  offered?: Capabilities
  /** Another process owns the machine and does not report its credit. */
  isCreditUnknown?: boolean
  /** The page lost its process: its return is no activity. */
  interrupted?: boolean
  /** A kick has dismissed the page, and its caller does not know it. */
  isKickUnknown?: boolean
  /** The player left on purpose, while the machine was not empty. */
  hasLeft?: boolean
  /** The player has started a pause, which ends the visit: its cash-out is no automatic one. */
  isEndedByPlayer?: boolean
}

/** The running or the last spin. Amounts in cents. */
export interface Spin {
  readonly id: string
  readonly stake: number
  /** Line wins, without the jackpot. */
  readonly win: number
  /** The rules that it was played by; undefined for a spin from before rules were stored. */
  readonly rules: Rules | undefined
  readonly free: boolean
  readonly freeAwarded: number
  readonly jackpotHit: boolean
  /** Set when the spin is settled. */
  jackpot: number
  readonly stops: readonly number[]
  readonly wins: ShownSpin['wins']
  /** ms since 1970. */
  readonly startedAt: number
  settled: boolean
}

/**
 * A machine in memory: its database row, credit and last spin. It changes only after the database has
 * committed; updates there are conditional on `seq` (optimistic locking) and on `epoch` (fencing).
 */
export interface MachineState {
  readonly id: string
  readonly name: string
  readonly brand: BrandState
  readonly driver: MachineDriver
  /** Whether this process may change it. */
  owned: boolean
  /** The epoch of this process's last ownership: every write proves it at the database. */
  epoch: number
  /** The epoch of the newest report of another owner. */
  reportedEpoch: number
  /** Counts the reports of other owners. */
  reports: number
  /** When it was read last who sits there; ms, steady. Only where another process may own it. */
  knownAt: number
  seq: number
  /** The highest presence so far. */
  presences: number
  seat: Seat | undefined
  credit: number
  /** The last stake, at first the lowest one offered. */
  stake: number
  freeSpins: number
  freeStake: number
  bonusWin: number
  /** Not of the floor any more: it stays until its visit ends, and nobody else may sit down. */
  retired: boolean
  /** Out of service by the operator; a seated player keeps seat and credit. */
  fault: Fault | undefined
  cashingOut: boolean
  spin: Spin | undefined
  /** When its player played last before this visit, at any machine; ms since 1970, undefined: never. */
  playedBefore: number | undefined
  /** Status set by the simulation; never together with a seat. */
  simulated: MachineStatus | undefined
  /** Counts the commands that are activity; a change invalidates a running idle countdown. */
  commandCount: number
  /** ms since 1970: when the idle warning starts, or has started. */
  idleAt: number | undefined
  /** The player whose visit ended here last for inactivity; their late commands get sessionTerminated. */
  terminatedFor: string | undefined
  /** Cents of the last big win of an ended visit. */
  lastBigWin: number | undefined
  lastBroadcast: Broadcast | undefined
}

export const isSpinning = (machine: MachineState) => machine.spin !== undefined && !machine.spin.settled
/** The rules of the next spin: free spins are played by those that awarded them. */
export const rulesOf = (machine: MachineState, driver: DrawnDriver): Rules =>
  (hasBonus(machine) ? machine.spin?.rules : undefined) ?? driver.rules
/** The cabinet that the machine is; undefined for a drawn one. */
export const cabinetOf = ({ driver }: MachineState): Cabinet | undefined =>
  driver.kind === 'cabinet' ? driver.cabinet : undefined
/** Whether a spin can be shown in the machine's picture, which has the reels of its game. */
export const isOfItsGame = ({ driver }: MachineState, { rules }: Pick<Spin, 'rules'>) =>
  rules === undefined || (driver.kind === 'drawn' && rules.def.id === driver.rules.def.id)
export const hasBonus = (machine: MachineState) => machine.freeSpins > 0

/** Whether a spin or a cabinet's game runs. */
export const isPlaying = (machine: MachineState) => {
  const cabinet = cabinetOf(machine)
  return isSpinning(machine) || (cabinet !== undefined && mayOweGame(cabinet))
}

/** Whether a hand pay of this visit has no reported end. */
export const hasOpenHandPay = (machine: MachineState) =>
  cabinetOf(machine)?.handPays.some(
    ({ visitId }) => visitId !== undefined && visitId === machine.seat?.visitId,
  ) ?? false

/** Whether an attendant may still put a win of this visit on the machine. */
export const awaitsHandPay = (machine: MachineState) =>
  hasOpenHandPay(machine) && !cabinetOf(machine)?.isHandPayLost

/** Whether no credit, free spin, running spin or game, hand pay or transfer would be lost. */
export const isEmpty = (machine: MachineState) =>
  machine.credit === 0 &&
  !hasBonus(machine) &&
  !isPlaying(machine) &&
  !awaitsHandPay(machine) &&
  cabinetOf(machine)?.pending === undefined

/** The status of a machine without a player. */
export function freeStatus({ driver, retired, simulated, owned }: MachineState): MachineStatus {
  if (retired) return 'offline'
  if (driver.kind === 'drawn') return simulated ?? 'available'
  // Of another process: as its owner reports it.
  if (!owned) return simulated ?? 'offline'
  const { cabinet } = driver
  if (isOffered(cabinet)) return 'available'
  return cabinet.connection === 0 ? 'offline' : 'error'
}

/** Why a machine cannot be played: by the operator, or as its cabinet reports. */
export function faultOf(machine: MachineState): Fault | undefined {
  if (machine.fault) return machine.fault
  // Of another process: as its owner reports it.
  if (!machine.owned) return machine.seat?.cabinetFault
  const cabinet = cabinetOf(machine)
  if (!cabinet) return undefined
  if (cabinet.connection === 0) return 'offline'
  return cabinet.fault ? 'error' : undefined
}

export const isCashingOut = (machine: MachineState) =>
  machine.cashingOut || (machine.owned && cabinetOf(machine)?.pending?.direction === 'cash-out')

/**
 * A machine's status for a viewer. A held seat is `reserved` for others; for its owner it is `waiting` or
 * `in-bonus`, and `playing` only while one of their pages is connected.
 */
export function statusOf(machine: MachineState, viewer?: string): MachineStatus {
  const { seat } = machine
  if (machine.fault) return machine.fault
  if (!seat) return freeStatus(machine)
  const fault = faultOf(machine)
  if (fault) return fault
  if (isCashingOut(machine)) return 'cashing-out'
  const isOwner = seat.playerId === viewer
  const isHeld = seat.heldUntil !== undefined
  if (hasBonus(machine) && (isHeld || !isOwner)) return 'in-bonus'
  if (!isHeld) return 'playing'
  return isOwner ? 'waiting' : 'reserved'
}

/** The public end of a hold; empty for a machine without one. */
export function reservedUntil({ seat }: MachineState): { reservedUntil?: string } {
  return seat?.heldUntil === undefined ? {} : { reservedUntil: new Date(seat.heldUntil).toISOString() }
}

/** The credit of a machine that is held for its player, cents; undefined while a page plays it. */
export function heldCredit(machine: MachineState): number | undefined {
  const { seat } = machine
  return seat?.heldUntil === undefined || seat.isCreditUnknown ? undefined : creditThere(machine)
}

/** What a cabinet reports that is held for its player; undefined while a page plays it. */
export function heldReport({ seat, owned, ...machine }: MachineState): CabinetState | undefined {
  if (seat?.heldUntil === undefined) return undefined
  const { driver } = machine
  return owned && driver.kind === 'cabinet' ? reportOf(driver.cabinet, seat.visitId) : seat.report
}

/** The player's credit on the machine, cents, without a cash-out that is on its way. */
export function creditThere(machine: MachineState): number {
  const pending = machine.owned ? cabinetOf(machine)?.pending : undefined
  const leaving = pending?.direction === 'cash-out' ? pending.cents : 0
  return Math.max(0, machine.credit - leaving)
}

/** The game state in the form of the wire. */
export function gameState(machine: MachineState): GameState {
  const cabinet = cabinetOf(machine)
  if (cabinet) return cabinetState(machine, cabinet)
  const { seq, credit, freeSpins, bonusWin, spin } = machine
  const spinning = isSpinning(machine)
  const win = spin && !spinning ? spin.win + spin.jackpot : 0
  const isBonus = hasBonus(machine) || (spinning && spin?.free)
  return {
    seq,
    phase: spinning ? 'spinning' : 'idle',
    credit,
    stake: isBonus ? machine.freeStake : machine.stake,
    win,
    freeSpins,
    bonusWin,
    spin: spin
      ? { id: spin.id, stake: spin.stake, win, free: spin.free, jackpot: spinning ? 0 : spin.jackpot }
      : null,
  }
}

/** The credit on a cabinet, without what is on its way there or back, whether or not the meter has it yet. */
function shownCredit(machine: MachineState, { report, extra, pending, lastGame = 0 }: Cabinet): number {
  const booked = creditThere(machine) + extra
  // A newer game is booked than the report knows.
  if (!report || report.games < lastGame) return booked
  if (!pending) return report.credit
  if (pending.direction === 'load') return Math.min(report.credit, booked)
  return Math.max(0, report.credit - pending.cents)
}

/**
 * The cabinet's meter is the truth; the books are without its controller, and when they know a newer game.
 * A game runs until it is booked, so that its number, stake and win come together.
 */
function cabinetState(machine: MachineState, cabinet: Cabinet): GameState {
  const { seq, seat } = machine
  const { report, lastGame = 0, lastBooked } = cabinet
  const running = runningGameOf(cabinet)
  const isCurrent = report !== undefined && report.games >= lastGame
  const booked = lastBooked && lastBooked.visitId === seat?.visitId ? lastBooked : undefined
  const stake = report?.stake ?? booked?.stake ?? 0
  const ended = booked && { id: String(booked.number), stake: booked.stake, win: booked.win }
  const spin = running === undefined ? ended : { id: String(running), stake, win: 0 }
  const win = isCurrent ? report.win : (booked?.win ?? 0)
  return {
    ...{ seq, freeSpins: 0, bonusWin: 0 },
    phase: running === undefined ? 'idle' : 'spinning',
    credit: shownCredit(machine, cabinet),
    stake,
    win: running === undefined ? win : 0,
    spin: spin ? { ...spin, free: false, jackpot: 0 } : null,
    cabinet: reportOf(cabinet, seat?.visitId),
  }
}

/** The numbers that the video shows. */
export function meters(machine: MachineState): Meters {
  const { credit, win, stake, freeSpins } = gameState(machine)
  return { credit, win, stake, freeSpins }
}
