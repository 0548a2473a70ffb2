import { isDeepStrictEqual } from 'node:util'
import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import type { Hello } from '../../machines/cabinet/controller-messages.ts'
import { cancelTimer, emitGame, type FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { type Answer, answer, askStatus } from './answers.ts'
import { book } from './store-changes.ts'

/* The connections of controllers: their numbers, their first message, and their end. */

/**
 * The number of a new connection of a machine's controller, above all before it. Undefined: no such cabinet.
 */
export async function connectController(floor: FloorContext, machineId: string): Promise<number | undefined> {
  const row = await floor.db
    .updateTable('cabinets')
    .set((cabinet) => ({ connection: cabinet('connection', '+', 1) }))
    .where('machine_id', '=', Number(machineId))
    .returning('connection')
    .executeTakeFirst()
  return row?.connection
}

export function disconnect(floor: FloorContext, machine: MachineState, cabinet: Cabinet): void {
  cancelTimer(floor, `controller ${machine.id}`)
  cabinet.connection = 0
  cabinet.report = undefined
  cabinet.deferred = undefined
  cabinet.postponed = undefined
  emitGame(floor, machine)
}

export async function greet(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  connection: number,
  hello: Hello,
): Promise<Answer> {
  Object.assign(cabinet, { connection, hello, report: undefined, fault: undefined })
  Object.assign(cabinet, { deferred: undefined, postponed: undefined, failedCashOuts: undefined })
  // What was sent by an earlier connection does not arrive any more, and its games come again.
  Object.assign(cabinet, { command: undefined, missingSince: undefined, handPayOverSince: undefined })
  cabinet.unanswered.clear()
  // Another process may have pressed just before.
  machine.playedAt = floor.clock.steady()
  if (cabinet.lastGame === undefined)
    await book(floor, machine, cabinet, async () => ({ lastGame: hello.games }))
  const last = cabinet.lastGame ?? 0
  if (hello.games > last) cabinet.runningGame = last + 1
  emitGame(floor, machine)
  emitOutdated(floor, machine)
  const visit = machine.seat ? String(machine.seat.visitId) : null
  return answer({ type: 'seat', visit }, ...askStatus(floor, cabinet), { type: 'meters' })
}

/** A page that joined before its cabinet was there, or had other buttons, has none of these. */
function emitOutdated({ events }: FloorContext, { id, seat, driver }: MachineState): void {
  if (!seat || seat.heldUntil !== undefined || seat.offered === undefined) return
  if (isDeepStrictEqual(seat.offered, driver.capabilities())) return
  events.emit('outdated', { playerId: seat.playerId, machineId: id })
}
