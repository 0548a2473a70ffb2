import { sql } from 'kysely'
import { Code } from '../../src/contract/codes.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import {
  cancelTimer,
  dismissPage,
  emitGame,
  emitStatus,
  type FloorContext,
  isActive,
  lose,
  schedule,
} from './context.ts'
import type { MachineState, Seat } from './machine.ts'
import { applyRow, readMachines } from './machine-rows.ts'
import { restoreSpin } from './open-floor.ts'

const REFRESH_RETRY_MS = 1000

/** The database row differs from this process's state: read it and try again. */
class StaleMachine extends Error {}

/** SQL: the row of a machine, if this process owns it and knows its current state. */
export const currentRow = ({ id, seq, epoch }: Pick<MachineState, 'id' | 'seq' | 'epoch'>) =>
  sql<boolean>`id = ${id} and seq = ${seq} and epoch = ${epoch}`

/** Throws StaleMachine if a statement with that condition matched no row. */
export function expectCurrent<Row>(row: Row | undefined): Row {
  if (!row) throw new StaleMachine('the machine has changed')
  return row
}

/** Throws StaleMachine if this process has lost the machine. What it knows is then another owner's report. */
export function expectOwned({ owned }: MachineState): void {
  if (!owned) throw new StaleMachine('the machine has another owner')
}

/** Throws StaleMachine if an operator has settled something of it by hand, or it has another owner. */
export async function expectUnchanged({ db }: FloorContext, machine: MachineState): Promise<void> {
  expectCurrent(await db.selectFrom('machines').select('id').where(currentRow(machine)).executeTakeFirst())
}

/** Does the same, and ignores a failed read: the database may be away for a while. */
export async function expectUnchangedIfKnown(floor: FloorContext, machine: MachineState): Promise<void> {
  await expectUnchanged(floor, machine).catch((error: unknown) => {
    if (error instanceof StaleMachine) throw error
  })
}

/** Updates seats, timers, limits and the cabinet after a visit has begun or ended in the database. */
export function applyVisit(floor: FloorContext, machine: MachineState, previous: Seat | undefined): void {
  const { seat } = machine
  if (previous) {
    cancelTimer(floor, `hold ${machine.id}`)
    cancelTimer(floor, `idle ${machine.id}`)
    floor.seats.delete(previous.playerId)
    floor.ownLimits.forget(previous.playerId)
  }
  if (seat) floor.seats.set(seat.playerId, machine.id)
  machine.driver.showVisit(seat?.visitId ?? null)
}

/**
 * Reads the machine again, unless it has another owner, and settles a spin that nothing else would settle.
 * Its visit may be over: an operator has settled it, or the database's answer was lost.
 */
async function refresh(floor: FloorContext, machine: MachineState): Promise<void> {
  cancelTimer(floor, `refresh ${machine.id}`)
  const [record] = await readMachines(floor, [machine.id], true)
  if (!record) return
  if (record.row.epoch !== machine.epoch) return lose(floor, machine)
  const { seat: previous } = machine
  // What an operator settles by hand may be in the wallet.
  const wallet = previous && (await balanceOf(floor.db, walletOf(previous.playerId)))
  // A spin is stale too when its player has just changed a limit.
  if (previous) floor.ownLimits.forget(previous.playerId)
  const previousSpin = machine.spin?.id
  applyRow(machine, record)
  if (previous && wallet) {
    const { playerId } = previous
    floor.events.emit('balance', { playerId, balance: wallet.balance, seq: wallet.version })
  }
  if (previous?.visitId !== machine.seat?.visitId) {
    if (previous) dismissPage(floor, machine, previous.playerId, Code.sessionTerminated)
    applyVisit(floor, machine, previous)
    // The visit was begun without an answer: no page has it.
    floor.restoreHold(machine)
  }
  if (machine.spin?.id !== previousSpin) {
    // The spin was stored, but the database's answer was lost.
    restoreSpin(floor, machine)
    emitGame(floor, machine)
  } else emitStatus(floor, machine)
  if (!floor.timers.has(`spin ${machine.id}`)) floor.resumeSpin(machine)
}

/** Refreshes the machine when the database is available again, also without a further command. */
function refreshLater(floor: FloorContext, machine: MachineState): void {
  schedule(floor, `refresh ${machine.id}`, REFRESH_RETRY_MS, () => {
    void floor.queues.run(machine.id, async () => {
      if (!isActive(floor, machine)) return
      await refresh(floor, machine).catch(() => refreshLater(floor, machine))
    })
  })
}

/**
 * Runs work on a machine, one command after the other. If the state is stale or the outcome of a transaction
 * is unknown, the machine is read again. A stale command is retried once; an unknown outcome is refused with
 * serverError, after which the client resyncs. For a machine of another process the command is refused with
 * `stopping`.
 */
export function runOnMachine<T extends object>(
  floor: FloorContext,
  machineId: string,
  work: (machine: MachineState) => Promise<Result<T>>,
): Promise<Result<T>> {
  const machine = floor.machines.get(machineId)
  if (!machine) return Promise.resolve(refused(Code.machineNotFound))
  return floor.queues.run(machineId, async () => {
    for (let attempt = 1; ; attempt += 1) {
      if (!machine.owned) return refused(Code.stopping)
      try {
        return await work(machine)
      } catch (error) {
        const stale = error instanceof StaleMachine
        if (!stale) floor.log.error({ err: error, machine: machineId }, 'a command failed')
        const refreshed = await refresh(floor, machine).then(
          () => true,
          () => {
            refreshLater(floor, machine)
            return false
          },
        )
        if (!machine.owned) continue
        if (!stale || !refreshed || attempt > 1) return refused(Code.serverError)
      }
    }
  })
}

/**
 * Runs a command of a player's page. It restarts the idle timer if it changes the machine; a repeated request
 * does not.
 */
export function runPlay<T extends object>(
  floor: FloorContext,
  machineId: string,
  work: (machine: MachineState) => Promise<Result<T>>,
): Promise<Result<T>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const { seq } = machine
    const result = await work(machine)
    if (result.ok) await floor.confirmPage(machine)
    if (result.ok && machine.seq !== seq) floor.resetIdle(machine)
    return result
  })
}
