import { Code } from '../../src/contract/codes.ts'
import { type Refused, refused } from '../lib/result.ts'
import { type Command, mayStake } from '../machines/driver.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import type { FloorContext } from './context.ts'
import { hasBonus, isSpinning, type MachineState } from './machine.ts'

/*
 * The refusals of a seat, a load, a stake and a cash-out, for all machines, in the order in which they apply.
 * What only the machine knows, such as its open door, it answers by `refuses` of its driver. The ledger
 * refuses a request id that was used for something else, and a wallet without the amount.
 */

type RefusalContext = Pick<
  FloorContext,
  | 'stopping'
  | 'clock'
  | 'machines'
  | 'seats'
  | 'ownLimits'
  | 'unplayed'
  | 'allowsEmptyWallet'
  | 'minLoad'
  | 'maxStake'
  | 'minCycleMs'
>

/** Requests take different times to arrive, so the app's cycle may appear shorter here by this. */
const CYCLE_TOLERANCE_MS = 250

/** Refuses commands of players without this seat. */
export function notSeatedError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
): Refused | undefined {
  if (floor.stopping) return refused(Code.stopping)
  return machine.seat?.playerId === playerId ? undefined : refused(Code.notSeated)
}

/** As `notSeatedError`, but reports a visit that ended for inactivity as sessionTerminated. */
export function notPlayingError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
): Refused | undefined {
  const error = notSeatedError(floor, machine, playerId)
  if (error?.code !== Code.notSeated || machine.terminatedFor !== playerId) return error
  return refused(Code.sessionTerminated)
}

/**
 * Refuses a player who was banned after the page's token was verified. Within a transaction a ban waits for
 * its end, and then ends the visit that it has begun.
 */
export async function bannedError(db: Db | Trx, playerId: string): Promise<Refused | undefined> {
  const { banned } = await db
    .selectFrom('players')
    .select('banned')
    .where('id', '=', Number(playerId))
    .forShare()
    .executeTakeFirstOrThrow()
  return banned ? refused(Code.banned) : undefined
}

/** The player has another seat. */
export function seatedElsewhereError(floor: RefusalContext, playerId: string): Refused | undefined {
  const other = floor.machines.get(floor.seats.get(playerId) ?? '')
  return other && refused(Code.seatedElsewhere, { machineId: other.id, name: other.name })
}

function machineError(
  { clock }: RefusalContext,
  { driver }: MachineState,
  command: Command,
): Refused | undefined {
  const code = driver.refuses(command, clock.steady())
  return code && refused(code)
}

/** A simulated player of the lobby has it. */
function simulatedError({ simulated }: MachineState): Refused | undefined {
  if (!simulated) return undefined
  return refused(
    simulated === 'offline' || simulated === 'error' ? Code.machineOutOfOrder : Code.machineTaken,
  )
}

/** A new seat, or the player's own. A ban is checked when it is stored. */
export async function seatError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
  balance: () => Promise<number>,
): Promise<Refused | undefined> {
  if (floor.stopping) return refused(Code.stopping)
  const isOwn = machine.seat?.playerId === playerId
  if ((machine.fault || machine.retired) && !isOwn) return refused(Code.machineOutOfOrder)
  if (machine.seat && !isOwn) return refused(Code.machineTaken)
  const error = isOwn
    ? undefined
    : (machineError(floor, machine, 'sit') ??
      simulatedError(machine) ??
      seatedElsewhereError(floor, playerId))
  if (error) return error
  floor.ownLimits.forget(playerId)
  // A player's own seat stays open to its credit, except during a pause, which ends the visit. A new player
  // may lower the stake that the last one has left.
  const lowest = machine.driver.stakes.length > 0 ? machine.driver.leastStake() : 0
  const overLimit = await floor.ownLimits.check(playerId, isOwn ? undefined : lowest)
  if (overLimit || isOwn) return overLimit
  if (!(await floor.allowsEmptyWallet()) && (await balance()) === 0) return refused(Code.balanceTooLow)
  return floor.unplayed.spend(playerId, 'sit')
}

/** A load of so many cents. */
export async function loadError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
  amount: number,
  trx: Trx,
): Promise<Refused | undefined> {
  const error = notPlayingError(floor, machine, playerId)
  if (error) return error
  if (machine.fault) return refused(Code.machineOutOfOrder)
  const refusal = machineError(floor, machine, 'load')
  if (refusal) return refusal
  if (amount < floor.minLoad) return refused(Code.amountTooLow, { amount: floor.minLoad })
  const overBudget = floor.unplayed.spend(playerId, 'load')
  if (overBudget) return overBudget
  floor.ownLimits.forget(playerId)
  return floor.ownLimits.check(playerId, machine.driver.leastStake(), trx)
}

export interface StakeCommand {
  readonly command: Command
  /** The most that it may take of the credit, cents; undefined: nothing. */
  readonly stake: number | undefined
  /** Played at the end of the visit, also on a machine out of order. */
  readonly unwatched?: boolean
  /** Its own statement proves that the player has changed no limit since the last reading. */
  readonly provesLimits?: boolean
}

/** By the clock that is never set, or a player would gain time by a time server. */
const isWithinCycle = ({ clock, minCycleMs }: RefusalContext, { playedAt }: MachineState): boolean =>
  minCycleMs > 0 && playedAt !== undefined && clock.steady() - playedAt < minCycleMs - CYCLE_TOLERANCE_MS

/** A spin, or a press of a button. Free spins take no stake, and no limit of a player counts for them. */
export async function stakeError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
  { command, stake, unwatched = false, provesLimits = false }: StakeCommand,
): Promise<Refused | undefined> {
  const error = notPlayingError(floor, machine, playerId)
  if (error) return error
  if (machine.fault && !unwatched) return refused(Code.machineOutOfOrder)
  const refusal = machineError(floor, machine, command)
  if (refusal) return refusal
  if (isSpinning(machine)) return refused(Code.machineBusy)
  if (stake !== undefined && !unwatched && isWithinCycle(floor, machine)) return refused(Code.machineBusy)
  if (hasBonus(machine) || !mayStake(command)) return undefined
  if (!provesLimits) floor.ownLimits.forget(playerId)
  if (stake !== undefined) {
    const isOffered = command !== 'spin' || machine.driver.offers(stake)
    // The operator may have raised it since the last reading.
    if (stake > (await floor.ownLimits.maxStake(playerId))) floor.ownLimits.forget(playerId)
    const maxStake = Math.min(floor.maxStake, await floor.ownLimits.maxStake(playerId))
    if (!isOffered || stake > maxStake) return refused(Code.stakeNotOffered)
    // The player's credit alone: a cabinet may show more, which somebody else has put in.
    if (stake > machine.credit) return refused(Code.creditTooLow)
  }
  return floor.ownLimits.check(playerId, stake ?? 0)
}

/** A spin or free spins must end first. */
export function unfinishedError(machine: MachineState): Refused | undefined {
  if (isSpinning(machine)) return refused(Code.machineBusy)
  return hasBonus(machine) ? refused(Code.bonusPending) : undefined
}

/** Neither faults nor limits keep a player's money on a machine. */
export function cashOutError(
  floor: RefusalContext,
  machine: MachineState,
  playerId: string,
): Refused | undefined {
  const error =
    notPlayingError(floor, machine, playerId) ??
    machineError(floor, machine, 'cash-out') ??
    unfinishedError(machine)
  return error ?? (machine.credit === 0 ? refused(Code.nothingToCashOut) : undefined)
}
