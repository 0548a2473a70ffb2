import { inTransaction } from '../store/transaction.ts'
import { expectCurrent, onMachine } from './command.ts'
import { callOff, type FloorContext, later, tellGame, tellStatus } from './context.ts'
import { hasBonus, type MachineState } from './machine.ts'
import { cashOutIn } from './money.ts'
import { settle } from './settle.ts'
import { playOut } from './spin.ts'

/* How a visit ends: the seat is kept for a while, then all that is on the machine goes home. */

/** ms after which a close that failed is tried again. */
export const CLOSE_AGAIN_MS = 5000

/** Sets until when the seat is kept; undefined: its player is there. */
export async function setHeld(
  floor: FloorContext,
  machine: MachineState,
  until: number | undefined,
): Promise<void> {
  const { seat } = machine
  if (!seat || seat.heldUntil === until) return
  await floor.db
    .updateTable('machines')
    .set({ held_until: until === undefined ? null : new Date(until) })
    .where('id', '=', Number(machine.id))
    .where('seat_player', '=', Number(seat.playerId))
    .execute()
  seat.heldUntil = until
}

/** Ends the visit to an empty machine. */
export async function freeSeat(floor: FloorContext, machine: MachineState): Promise<void> {
  const seat = expectCurrent(machine.seat)
  await inTransaction(floor.db, async (trx) => {
    const freed = await trx
      .updateTable('machines')
      .set((row) => ({
        seat_player: null,
        visit_id: null,
        seated_at: null,
        held_until: null,
        seq: row('seq', '+', 1),
      }))
      .where('id', '=', Number(machine.id))
      .where('seq', '=', machine.seq)
      .returning('id')
      .executeTakeFirst()
    expectCurrent(freed)
    const at = new Date(floor.clock.now())
    await trx.updateTable('visits').set({ ended_at: at }).where('id', '=', seat.visitId).execute()
    return { ok: true }
  })
  callOff(floor, `hold ${machine.id}`)
  callOff(floor, `idle ${machine.id}`)
  machine.seq += 1
  machine.seat = undefined
  machine.spin = undefined
  floor.seats.delete(seat.playerId)
  tellGame(floor, machine)
}

/** Plays out the free spins that are left, sends the credit home and frees the seat. */
export async function closeOut(floor: FloorContext, machine: MachineState): Promise<void> {
  const seat = expectCurrent(machine.seat)
  callOff(floor, `spin ${machine.id}`)
  await settle(floor, machine)
  while (hasBonus(machine)) await playOut(floor, machine)
  if (machine.credit > 0) {
    const home = await cashOutIn(floor, machine, seat.playerId, `visit:${seat.visitId}:${machine.seq}`)
    if (!home.ok) throw new Error(`a credit could not be sent home: ${home.code}`)
  }
  await freeSeat(floor, machine)
}

/** Waits for the end of a hold. */
export function closeWhenOver(floor: FloorContext, machine: MachineState, ms: number): void {
  later(floor, `hold ${machine.id}`, ms, () => {
    void onMachine(floor, machine.id, async () => {
      const until = machine.seat?.heldUntil
      if (floor.stopping || until === undefined || until > floor.clock.now()) return { ok: true }
      await closeOut(floor, machine)
      return { ok: true }
    }).then((done) => {
      if (!done.ok && !floor.stopping) closeWhenOver(floor, machine, CLOSE_AGAIN_MS)
    })
  })
}

/** Nobody is there: the seat is kept for so long. */
export async function holdIn(floor: FloorContext, machine: MachineState, ms = floor.holdMs): Promise<void> {
  callOff(floor, `idle ${machine.id}`)
  await setHeld(floor, machine, floor.clock.now() + ms)
  closeWhenOver(floor, machine, ms)
  tellStatus(floor, machine)
}
