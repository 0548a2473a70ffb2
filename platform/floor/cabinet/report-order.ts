import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import type { Done, Game } from '../../machines/cabinet/controller-messages.ts'
import { emitGame, type FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { type Answer, acknowledge, answer, askStatus, errorMessage } from './answers.ts'
import { bookGame } from './book-reports.ts'
import { finishTransfer, returnTransfer } from './end-transfer.ts'

/*
 * Games and the answers to transfers, in the order in which they happened on the cabinet: a report that comes
 * too early waits for the other one.
 */

/**
 * Runs an answer that had to wait for the games before it, and then a game that had to wait for the answer.
 */
async function runDeferred(floor: FloorContext, machine: MachineState, cabinet: Cabinet): Promise<void> {
  const { deferred } = cabinet
  if (deferred && deferred.games <= (cabinet.lastGame ?? 0))
    await finishTransfer(floor, machine, cabinet, deferred)
  await runPostponed(floor, machine, cabinet)
}

export async function runPostponed(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
): Promise<void> {
  const { postponed } = cabinet
  if (!postponed || mustWait(cabinet, postponed)) return
  cabinet.postponed = undefined
  const booked = await onGame(floor, machine, cabinet, postponed)
  if (booked.ok) booked.answers.forEach(cabinet.send)
}

/** Whether a transfer is under way that may have been before or after a game: the credit does not tell. */
const mustWait = ({ pending, deferred, lastGame = 0 }: Cabinet, { number }: Game): boolean =>
  pending !== undefined && number > lastGame && (deferred === undefined || number > deferred.games)

export async function onDone(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  done: Done,
): Promise<Answer> {
  if (cabinet.pending?.id !== done.id) return onUnexpected(floor, done.id)
  cabinet.deferred = done
  await runDeferred(floor, machine, cabinet)
  return answer()
}

/** The answer of a transfer that is over was lost and repeated; any other id is not ours. */
async function onUnexpected(floor: FloorContext, id: string): Promise<Answer> {
  const known = await floor.db.selectFrom('transfers').select('id').where('id', '=', id).executeTakeFirst()
  return known ? answer() : answer(errorMessage('unknown-id', id))
}

export async function onReturned(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  { type, id }: { type: 'refused' | 'unknown'; id: string },
): Promise<Answer> {
  if (cabinet.pending?.id !== id) return type === 'refused' ? answer() : onUnexpected(floor, id)
  await returnTransfer(floor, machine, cabinet, type)
  await runPostponed(floor, machine, cabinet)
  return answer()
}

export async function onGame(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  game: Game,
): Promise<Answer> {
  // Of the games before the transfer some are lost: the transfer comes first.
  if (cabinet.deferred && game.number > cabinet.deferred.games && cabinet.pending)
    await finishTransfer(floor, machine, cabinet, cabinet.deferred)
  if (mustWait(cabinet, game)) {
    cabinet.postponed = game
    return answer(...askStatus(floor, cabinet))
  }
  const { seq } = machine
  const booked = await bookGame(floor, machine, cabinet, game)
  if (machine.seq !== seq) {
    floor.resetIdle(machine)
    if (machine.seat) floor.unplayed.refill(machine.seat.playerId)
  }
  await runDeferred(floor, machine, cabinet)
  emitGame(floor, machine)
  return acknowledge(floor, machine, cabinet, 'game', String(game.number), booked)
}
