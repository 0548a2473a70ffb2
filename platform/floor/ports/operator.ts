import { Code, VISIT_END_WARNING_S } from '../../../src/contract/codes.ts'
import { type Result, refused } from '../../lib/result.ts'
import { dismissPage, emitGame, type FloorContext } from '../context.ts'
import { holdSeat, setHeld } from '../end-visit.ts'
import { runIdleCountdown } from '../idle.ts'
import type { Fault, MachineState } from '../machine.ts'
import { expectCurrent, expectUnchanged, runOnMachine } from '../run-on-machine.ts'
import { remainingSpinMs } from '../settle-spin.ts'

/* The operator's commands. They move money only back to wallets, and affect no outcome. */

/**
 * Takes a machine out of service or puts it back; persists over restarts. A seated player is sent to the
 * lobby, keeps seat and credit as after a lost connection, and may cash out. Codes: machineNotFound.
 */
export function setFault(
  floor: FloorContext,
  machineId: string,
  fault: Fault | undefined,
): Promise<Result<object>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const updated = await floor.db
      .updateTable('machines')
      .set({ fault: fault ?? null })
      .where('id', '=', Number(machineId))
      .where('epoch', '=', machine.epoch)
      .returning('id')
      .executeTakeFirst()
    expectCurrent(updated)
    machine.fault = fault
    machine.simulated = undefined
    const { seat } = machine
    if (fault && seat && seat.heldUntil === undefined) {
      dismissPage(floor, machine, seat.playerId, Code.machineOutOfOrder)
      await holdSeat(floor, machine)
    }
    emitGame(floor, machine)
    return { ok: true }
  })
}

/**
 * Makes the player's page leave, and holds the seat as after a lost connection. Codes: machineNotFound,
 * notSeated.
 */
export function quit(floor: FloorContext, machineId: string, message: string): Promise<Result<object>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const { seat } = machine
    if (!seat) return refused(Code.notSeated)
    floor.events.emit('quit', {
      playerId: seat.playerId,
      machineId,
      presence: machine.presences,
      message,
    })
    if (seat.heldUntil === undefined) await holdSeat(floor, machine)
    return { ok: true }
  })
}

/**
 * Starts the idle countdown now; activity cancels it. The hold of a disconnected seat is cut to the length of
 * the countdown. Codes: machineNotFound, notSeated.
 */
export function beginIdleClose(floor: FloorContext, machineId: string): Promise<Result<object>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const { seat } = machine
    if (!seat) return refused(Code.notSeated)
    if (seat.heldUntil === undefined) {
      await setHeld(floor, machine, undefined, floor.clock.now())
      runIdleCountdown(floor, machine)
    } else
      await holdSeat(floor, machine, Math.min(VISIT_END_WARNING_S * 1000, seat.heldUntil - floor.clock.now()))
    return { ok: true }
  })
}

/**
 * Reads a machine of this process again, which a command may have changed beside it, and pushes what is new.
 */
export async function reread(floor: FloorContext, machineId: string): Promise<void> {
  const machine = floor.machines.get(machineId)
  const seq = machine?.seq
  const read = await runOnMachine(floor, machineId, async (current) => {
    await expectUnchanged(floor, current)
    return { ok: true }
  })
  if (read.ok && machine && machine.seq !== seq) emitGame(floor, machine)
}

/** Ends a banned player's visit when the running spin is over, and returns the credit. */
export function expel(floor: FloorContext, playerId: string): Promise<Result<object>> {
  return endVisitOf(floor, playerId, (machine) =>
    dismissPage(floor, machine, playerId, Code.banned, 'logout'),
  )
}

/** The same for a player who has started a pause until `until`, ISO 8601; the login continues. */
export function suspend(floor: FloorContext, playerId: string, until: string): Promise<Result<object>> {
  return endVisitOf(floor, playerId, (machine) => {
    expectCurrent(machine.seat).isEndedByPlayer = true
    dismissPage(floor, machine, playerId, Code.ownPause, 'leave', { until })
  })
}

/** Ends a player's visit after the running spin; free spins are played, and the credit is returned. */
async function endVisitOf(
  floor: FloorContext,
  playerId: string,
  dismiss: (machine: MachineState) => void,
): Promise<Result<object>> {
  const machineId = floor.seats.get(playerId)
  if (machineId === undefined) return { ok: true }
  return runOnMachine(floor, machineId, async (machine) => {
    if (machine.seat?.playerId !== playerId) return { ok: true }
    const seat = expectCurrent(machine.seat)
    // Invalidates the page's disconnect, which would hold the seat again.
    machine.presences += 1
    seat.presence = machine.presences
    dismiss(machine)
    await holdSeat(floor, machine, remainingSpinMs(floor, machine))
    return { ok: true }
  })
}
