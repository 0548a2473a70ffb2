import { Code } from '../../src/contract/codes.ts'
import { type Result, refused } from '../lib/result.ts'
import { holdIn } from './close.ts'
import { expectCurrent, onMachine } from './command.ts'
import { type FloorContext, tellGame, tellLeave } from './context.ts'
import { countDown, WARNING_S } from './idle.ts'
import { type Fault, isSpinning, type MachineState } from './machine.ts'

/* What the operator's hand can do on the floor. It moves no money but home, and touches no outcome. */

/**
 * Takes a machine out of service, or back into it; that holds over a restart. Who plays it is sent to the lobby with
 * the reason; they keep seat and credit as for a lost connection, and may cash out. Codes: machineNotFound.
 */
export function setFault(
  floor: FloorContext,
  machineId: string,
  fault: Fault | undefined,
): Promise<Result<object>> {
  return onMachine(floor, machineId, async (machine) => {
    await floor.db
      .updateTable('machines')
      .set({ fault: fault ?? null })
      .where('id', '=', Number(machineId))
      .execute()
    machine.fault = fault
    machine.simulated = undefined
    const { seat } = machine
    if (fault && seat && seat.heldUntil === undefined) {
      tellLeave(floor, machine, seat.playerId, Code.machineOutOfOrder)
      await holdIn(floor, machine)
    }
    tellGame(floor, machine)
    return { ok: true }
  })
}

/**
 * Removes the player from the game: the page is sent away, and the seat kept as for a lost connection. Codes:
 * machineNotFound, notSeated.
 */
export function quit(floor: FloorContext, machineId: string, message: string): Promise<Result<object>> {
  return onMachine(floor, machineId, async (machine) => {
    const { seat } = machine
    if (!seat) return refused(Code.notSeated)
    floor.events.emit('quit', { playerId: seat.playerId, machineId, message })
    if (seat.heldUntil === undefined) await holdIn(floor, machine)
    return { ok: true }
  })
}

/**
 * Begins the end of a session as if nobody had played: a player who plays on stays. A seat whose page is gone is
 * kept no longer than the warning would last. Codes: machineNotFound, notSeated.
 */
export function closeSoon(floor: FloorContext, machineId: string): Promise<Result<object>> {
  return onMachine(floor, machineId, async (machine) => {
    const { seat } = machine
    if (!seat) return refused(Code.notSeated)
    if (seat.heldUntil === undefined) countDown(floor, machine)
    else await holdIn(floor, machine, Math.min(WARNING_S * 1000, seat.heldUntil - floor.clock.now()))
    return { ok: true }
  })
}

/** ms until the reels stand. */
function spinLeft(floor: FloorContext, machine: MachineState): number {
  if (!machine.spin || !isSpinning(machine)) return 0
  return Math.max(0, machine.spin.startedAt + machine.game.durationMs - floor.clock.now())
}

/** Ends a banned player's visit, when their reels stand; everything goes home to the wallet. */
export async function expel(floor: FloorContext, playerId: string): Promise<Result<object>> {
  const machineId = floor.seats.get(playerId)
  if (machineId === undefined) return { ok: true }
  return onMachine(floor, machineId, async (machine) => {
    if (machine.seat?.playerId !== playerId) return { ok: true }
    const seat = expectCurrent(machine.seat)
    // The page's own end comes later, and would keep the seat for the player.
    seat.presence += 1
    tellLeave(floor, machine, playerId, Code.banned, 'logout')
    await holdIn(floor, machine, spinLeft(floor, machine))
    return { ok: true }
  })
}
