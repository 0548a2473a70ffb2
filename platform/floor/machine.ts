import type { MachineStatus } from '../../src/contract/http.ts'
import type { CabinetState, Capabilities, GameState } from '../../src/contract/live.ts'
import { brandOf } from '../brands/index.ts'
import { winsOf } from '../games/rules.ts'
import type { DrawnGame, MachineDriver, Rules } from '../machines/driver.ts'
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
  /** When its player last started a game, at any machine, or its controller connected; ms, steady. */
  playedAt: number | undefined
  /** Status set by the simulation; never together with a seat. */
  simulated: MachineStatus | undefined
  /** The status without a player, as another owner reports it. */
  reportedStatus: MachineStatus | undefined
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
export const rulesOf = (machine: MachineState, game: DrawnGame): Rules =>
  (hasBonus(machine) ? machine.spin?.rules : undefined) ?? game.rules
/** Whether a spin can be shown in the machine's picture, which has the reels of its game. */
export const isOfItsGame = ({ driver }: MachineState, { rules }: Pick<Spin, 'rules'>) =>
  rules === undefined || rules.def.id === driver.drawnGame?.rules.def.id
export const hasBonus = (machine: MachineState) => machine.freeSpins > 0

/** Whether a spin or a cabinet's game runs. */
export const isPlaying = (machine: MachineState) => isSpinning(machine) || machine.driver.owesGame()

/** Whether an attendant may still put a win of this visit on the machine. */
export const awaitsHandPay = ({ driver, seat }: MachineState) => driver.awaitsHandPay(seat?.visitId)

/** Whether no credit, free spin, running spin or game, hand pay or transfer would be lost. */
export const isEmpty = (machine: MachineState) =>
  machine.credit === 0 &&
  !hasBonus(machine) &&
  !isPlaying(machine) &&
  !awaitsHandPay(machine) &&
  machine.driver.pending() === undefined

/** The status of a machine without a player. */
export function freeStatus({
  driver,
  retired,
  simulated,
  owned,
  reportedStatus,
}: MachineState): MachineStatus {
  if (retired) return 'offline'
  return (owned ? simulated : reportedStatus) ?? driver.freeStatus()
}

/** Why a machine cannot be played: by the operator, or as its cabinet reports. */
export function faultOf(machine: MachineState): Fault | undefined {
  if (machine.fault) return machine.fault
  // Of another process: as its owner reports it.
  return machine.owned ? machine.driver.fault() : machine.seat?.cabinetFault
}

export const isCashingOut = (machine: MachineState) =>
  machine.cashingOut || (machine.owned && machine.driver.pending()?.direction === 'cash-out')

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
export function heldReport({ seat, owned, driver }: MachineState): CabinetState | undefined {
  if (seat?.heldUntil === undefined) return undefined
  return owned ? driver.report(seat.visitId) : seat.report
}

/** The player's credit on the machine, cents, without a cash-out that is on its way. */
export function creditThere(machine: MachineState): number {
  const pending = machine.owned ? machine.driver.pending() : undefined
  const leaving = pending?.direction === 'cash-out' ? pending.cents : 0
  return Math.max(0, machine.credit - leaving)
}

/** The game state in the form of the wire. */
export function gameState(machine: MachineState): GameState {
  const { seq, brand, credit, freeSpins, bonusWin, spin, seat } = machine
  const reported = machine.driver.gameState({ seq, credit: creditThere(machine), visitId: seat?.visitId })
  if (reported) return reported
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
      ? {
          ...{ id: spin.id, stake: spin.stake, win, free: spin.free, jackpot: spinning ? 0 : spin.jackpot },
          ...(spinning || spin.wins.length === 0
            ? {}
            : { wins: winsOf(spin.wins, brandOf(brand.key)?.symbolNames ?? {}) }),
        }
      : null,
  }
}

/** The numbers that the video shows. */
export function meters(machine: MachineState): Meters {
  const { credit, win, stake, freeSpins } = gameState(machine)
  return { credit, win, stake, freeSpins }
}
