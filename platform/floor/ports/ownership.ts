import { Code } from '../../../src/contract/codes.ts'
import type { MachineStatus } from '../../../src/contract/http.ts'
import type { CabinetState } from '../../../src/contract/live.ts'
import { inTime } from '../../lib/in-time.ts'
import { type Result, refused } from '../../lib/result.ts'
import type { MachineRow } from '../../store/tables.ts'
import { bannedError, notSeatedError } from '../command-checks.ts'
import { disown, emitGame, emitStatus, type FloorContext, lose } from '../context.ts'
import { holdSeat, scheduleHoldEnd } from '../end-visit.ts'
import { connectPage, storeReturn } from '../idle.ts'
import {
  creditThere,
  type Fault,
  faultOf,
  freeStatus,
  heldReport,
  isCashingOut,
  isOfItsGame,
  type MachineState,
} from '../machine.ts'
import { applyRow, readMachines } from '../machine-rows.ts'
import { restoreSpin } from '../open-floor.ts'
import { expectCurrent, runOnMachine } from '../run-on-machine.ts'
import { resumeSpin } from '../settle-spin.ts'
import { finishOtherGame } from '../start-spin.ts'

/*
 * Machines move between the processes of a floor. A process shows the machines of others as their owners
 * report them.
 */

/** Far more pages than take a seat during one ownership. */
const PRESENCES_PER_EPOCH = 1_000_000

/** The known state of a machine that another process owns. */
export interface Mirror {
  readonly id: string
  readonly epoch: number
  readonly seat: { readonly playerId: string; readonly heldUntil?: number | undefined } | null
  /** Cents; absent where the row was read, not the report. */
  readonly credit?: number
  /** Of a held cabinet. */
  readonly cabinet?: CabinetState | undefined
  readonly hasBonus: boolean
  /** The operator's, or the cabinet's own at a seat. */
  readonly fault: Fault | null
  /** Whether it is the cabinet's own; absent where the row was read. */
  readonly isCabinetFault?: boolean
  readonly cashingOut: boolean
  /** Its status without a player; absent where the row was read. */
  readonly freeStatus?: MachineStatus
  /** Cents. */
  readonly lastBigWin?: number | undefined
}

export function mirrorOf(machine: MachineState): Mirror {
  const { id, epoch, seat, freeSpins, lastBigWin } = machine
  return {
    id,
    epoch,
    credit: creditThere(machine),
    cabinet: heldReport(machine),
    seat: seat ? { playerId: seat.playerId, heldUntil: seat.heldUntil } : null,
    hasBonus: freeSpins > 0,
    // Without a player, a cabinet's own is in its free status.
    fault: (seat ? faultOf(machine) : machine.fault) ?? null,
    isCabinetFault: machine.fault === undefined,
    cashingOut: isCashingOut(machine),
    freeStatus: freeStatus(machine),
    lastBigWin,
  }
}

function setSeatOf(floor: FloorContext, machine: MachineState, previous: string | undefined): void {
  const player = machine.seat?.playerId
  if (previous && previous !== player && floor.seats.get(previous) === machine.id)
    floor.seats.delete(previous)
  if (player) floor.seats.set(player, machine.id)
}

/** How long this process takes what it has read for true, ms: longer than a stall of the database. */
const MAX_KNOWN_MS = 10_000
const READ_MS = 3000

/** Whether this process has read lately who sits at a machine. */
export const isKnown = ({ clock }: FloorContext, { knownAt }: MachineState): boolean =>
  clock.steady() - knownAt < MAX_KNOWN_MS

/**
 * Reads from the database who sits at a machine, or at all of them, and whether it is in service: the report
 * of its owner may be late, and this process may own it no longer. False without an answer in time.
 */
export async function readSeats(floor: FloorContext, machineId?: string): Promise<boolean> {
  const startedAt = floor.clock.steady()
  const reports = new Map([...floor.machines.values()].map(({ id, reports }) => [id, reports]))
  let query = floor.db
    .selectFrom('machines')
    .select(['id', 'epoch', 'seat_player', 'held_until', 'fault', 'free_spins'])
  if (machineId !== undefined) query = query.where('id', '=', Number(machineId))
  const rows = await inTime(query.execute(), READ_MS, floor.clock)
  for (const row of rows ?? []) {
    const machine = floor.machines.get(String(row.id))
    if (!machine) continue
    machine.knownAt = startedAt
    // A report that came meanwhile is newer.
    if (machine.reports === reports.get(machine.id)) applySeat(floor, machine, row)
  }
  return rows !== undefined
}

type SeatRow = Pick<MachineRow, 'epoch' | 'seat_player' | 'held_until' | 'fault' | 'free_spins'>

function applySeat(floor: FloorContext, machine: MachineState, row: SeatRow): void {
  const { epoch, seat_player, held_until, fault, free_spins } = row
  const playerId = seat_player === null ? undefined : String(seat_player)
  const isSame = playerId === machine.seat?.playerId && (fault ?? undefined) === machine.fault
  if (machine.owned ? epoch === machine.epoch : isSame) return
  const { id, lastBigWin } = machine
  applyMirror(floor, {
    ...{ id, epoch, fault, lastBigWin, hasBonus: free_spins > 0, cashingOut: false },
    seat: playerId === undefined ? null : { playerId, heldUntil: held_until?.getTime() },
  })
}

/** Applies a report of a machine's owner; older reports have no effect. */
export function applyMirror(floor: FloorContext, mirror: Mirror): void {
  const machine = floor.machines.get(mirror.id)
  if (!machine) return
  const isOlder = mirror.epoch < Math.max(machine.epoch, machine.reportedEpoch)
  if (isOlder || (machine.owned && mirror.epoch === machine.epoch)) return
  machine.reports += 1
  lose(floor, machine)
  const previous = machine.seat?.playerId
  machine.reportedEpoch = mirror.epoch
  machine.seat = mirror.seat
    ? {
        playerId: mirror.seat.playerId,
        visitId: 0,
        heldUntil: mirror.seat.heldUntil,
        presence: 0,
        isCreditUnknown: mirror.credit === undefined,
        report: mirror.cabinet,
        ...(mirror.isCabinetFault && { cabinetFault: mirror.fault ?? undefined }),
      }
    : undefined
  machine.credit = mirror.credit ?? 0
  machine.freeSpins = mirror.hasBonus ? 1 : 0
  machine.fault = mirror.isCabinetFault ? undefined : (mirror.fault ?? undefined)
  machine.cashingOut = mirror.cashingOut
  machine.reportedStatus = mirror.freeStatus ?? machine.reportedStatus
  machine.lastBigWin = mirror.lastBigWin ?? machine.lastBigWin
  setSeatOf(floor, machine, previous)
  emitStatus(floor, machine)
}

/** No player is connected here: holds the seat of an earlier player as after a lost connection. */
export function restoreHold(floor: FloorContext, machine: MachineState): void {
  const { seat } = machine
  if (!seat) return
  const now = floor.clock.now()
  seat.interrupted = seat.heldUntil === undefined
  seat.heldUntil ??= now + floor.holdMs
  // No longer than a hold, also if the clock was set back since its start.
  scheduleHoldEnd(floor, machine, Math.min(floor.holdMs, Math.max(0, seat.heldUntil - now)))
}

/**
 * Continues machines that this process has claimed, by their epochs: running spins settle when their reels
 * stop, held seats end at their time, and a connected player's page is expected to `resume`.
 */
export async function adopt(floor: FloorContext, claimed: ReadonlyMap<string, number>): Promise<void> {
  const adopted: MachineState[] = []
  for (const record of await readMachines(floor, [...claimed.keys()])) {
    const machine = floor.machines.get(String(record.row.id))
    if (!machine || record.row.epoch !== claimed.get(machine.id)) continue
    const previous = machine.seat?.playerId
    machine.seat = undefined
    applyRow(machine, record)
    Object.assign(machine, { owned: true, epoch: record.row.epoch, cashingOut: false })
    // Higher than all before, also if this process adopts it again in the same epoch.
    machine.presences = Math.max(machine.presences, machine.epoch * PRESENCES_PER_EPOCH)
    Object.assign(machine, { simulated: undefined, reportedStatus: undefined })
    setSeatOf(floor, machine, previous)
    restoreSpin(floor, machine)
    resumeSpin(floor, machine)
    restoreHold(floor, machine)
    adopted.push(machine)
  }
  for (const machine of adopted) {
    emitGame(floor, machine)
    if (machine.spin && !isOfItsGame(machine, machine.spin)) void finishLater(floor, machine)
  }
}

/** Its owner played another game at the machine. */
function finishLater(floor: FloorContext, { id }: MachineState): Promise<Result<object>> {
  return runOnMachine(floor, id, async (machine) => {
    await finishOtherGame(floor, machine)
    emitGame(floor, machine)
    return { ok: true }
  })
}

/** Stops work on a machine, after the commands so far. Returns false if it had another owner already. */
export function release(floor: FloorContext, machineId: string): Promise<boolean> {
  return floor.queues.run(machineId, async () => {
    const machine = floor.machines.get(machineId)
    if (!machine?.owned) return false
    disown(floor, machine)
    return true
  })
}

/** Whether a newer page is connected than the one with this presence; a repeated call has the same one. */
const isTaken = ({ seat }: MachineState, presence: number | undefined) =>
  presence !== undefined && seat?.heldUntil === undefined && (seat?.page ?? 0) > presence

/**
 * A page that outlived its machine's owner is connected to the new one. `presence`: the page's last one.
 * Codes: notSeated, takenOver by a newer page, banned, ownPause, stopping.
 */
export function resume(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  node?: string,
  presence?: number,
): Promise<Result<{ presence: number }>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const error = notSeatedError(floor, machine, playerId)
    if (error) return error
    if (isTaken(machine, presence)) return refused(Code.takenOver)
    const banned = await bannedError(floor.db, playerId)
    if (banned) return banned
    floor.ownLimits.forget(playerId)
    const paused = await floor.ownLimits.check(playerId)
    if (paused) return paused
    // A reconnect by the page itself, so it is no activity of the player.
    Object.assign(expectCurrent(machine.seat), { interrupted: true })
    await storeReturn(floor, machine)
    return { ok: true, presence: connectPage(floor, machine, node, presence) }
  })
}

/** Holds the seats of players whose pages were connected to processes that are gone. */
export async function holdAbandoned(floor: FloorContext, isAlive: (node: string) => boolean): Promise<void> {
  const isAbandoned = ({ seat, owned }: MachineState) =>
    owned && seat?.node !== undefined && seat.heldUntil === undefined && !isAlive(seat.node)
  for (const machine of [...floor.machines.values()].filter(isAbandoned)) {
    await runOnMachine(floor, machine.id, async () => {
      if (!isAbandoned(machine)) return refused(Code.notSeated)
      await holdSeat(floor, machine, floor.holdMs, true)
      return { ok: true }
    })
  }
}
