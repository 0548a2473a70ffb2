import { isDeepStrictEqual } from 'node:util'
import { Code } from '../../../src/contract/codes.ts'
import { refused } from '../../lib/result.ts'
import { type Cabinet, isBetweenGames } from '../../machines/cabinet.ts'
import type { CabinetReport, Done, FromController, Game, Hello } from '../../machines/controller-messages.ts'
import { cancelTimer, emitGame, type FloorContext, schedule } from '../context.ts'
import { freeSeat } from '../end-visit.ts'
import { hasOpenHandPay, isEmpty, type MachineState } from '../machine.ts'
import { expectUnchangedIfKnown, runOnMachine } from '../run-on-machine.ts'
import { type Answer, acknowledge, answer, askStatus, errorMessage } from './answers.ts'
import { applyStored, closeCabinet, creditOn, MISSING_REPORTS_MS, storeCabinet } from './book.ts'
import { awaitHandPay, bookDrift, bookGame, bookHandPay, noteHandPay } from './games.ts'
import { checkMeters } from './meters.ts'
import { finishTransfer, returnTransfer } from './transfers.ts'

/* The messages of controllers, as the owner of their machine handles them. */

/** A controller that is not heard of for this long is gone. */
export const CONTROLLER_DEAD_MS = 6000

/** `beat`: the connection lives. */
export type ControllerEvent = FromController | { readonly type: 'beat' } | { readonly type: 'gone' }

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

/** Whether a message of this connection counts; a newer one takes the machine over with its hello. */
function acceptConnection(cabinet: Cabinet, connection: number, event: ControllerEvent): boolean {
  if (event.type === 'hello') return connection >= cabinet.connection
  return connection === cabinet.connection
}

function disconnect(floor: FloorContext, machine: MachineState, cabinet: Cabinet): void {
  cancelTimer(floor, `controller ${machine.id}`)
  cabinet.connection = 0
  cabinet.report = undefined
  cabinet.deferred = undefined
  cabinet.postponed = undefined
  emitGame(floor, machine)
}

async function greet(
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
  cabinet.playedAt = floor.clock.steady()
  if (cabinet.lastGame === undefined) {
    await floor.db.transaction().execute((trx) => storeCabinet(trx, machine, { lastGame: hello.games }))
    applyStored(floor, machine, cabinet, { credit: creditOn(machine, cabinet), lastGame: hello.games })
  }
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

/**
 * Runs an answer that had to wait for the games before it, and then a game that had to wait for the answer.
 */
async function runDeferred(floor: FloorContext, machine: MachineState, cabinet: Cabinet): Promise<void> {
  const { deferred } = cabinet
  if (deferred && deferred.games <= (cabinet.lastGame ?? 0))
    await finishTransfer(floor, machine, cabinet, deferred)
  await runPostponed(floor, machine, cabinet)
}

async function runPostponed(floor: FloorContext, machine: MachineState, cabinet: Cabinet): Promise<void> {
  const { postponed } = cabinet
  if (!postponed || mustWait(cabinet, postponed)) return
  cabinet.postponed = undefined
  const booked = await onGame(floor, machine, cabinet, postponed)
  if (booked.ok) booked.answers.forEach(cabinet.send)
}

/** Whether a transfer is under way that may have been before or after a game: the credit does not tell. */
const mustWait = ({ pending, deferred, lastGame = 0 }: Cabinet, { number }: Game): boolean =>
  pending !== undefined && number > lastGame && (deferred === undefined || number > deferred.games)

/** An operator's command may have opened it. */
async function checkReopened(floor: FloorContext, machine: MachineState, cabinet: Cabinet): Promise<void> {
  if (cabinet.closed === undefined) return
  const row = await floor.db
    .selectFrom('cabinets')
    .select('closed')
    .where('machine_id', '=', Number(machine.id))
    .executeTakeFirst()
  cabinet.closed = row?.closed ?? undefined
}

async function onState(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  report: CabinetReport,
): Promise<Answer> {
  if (cabinet.report?.phase !== report.phase) cabinet.failedCashOuts = undefined
  cabinet.report = report
  await checkReopened(floor, machine, cabinet)
  const last = cabinet.lastGame ?? 0
  const isRunning = report.games > last || (report.games === last && report.phase === 'playing')
  cabinet.runningGame = isRunning ? last + 1 : undefined
  if (report.games > last) {
    const now = floor.clock.steady()
    cabinet.missingSince ??= now
    if (now - cabinet.missingSince >= MISSING_REPORTS_MS) await onLostGames(floor, machine, cabinet, report)
  } else {
    cabinet.missingSince = undefined
    if (report.games < last) await closeCabinet(floor, machine, cabinet, 'conflict')
    else if (isBetweenGames(cabinet) && cabinet.pending === undefined)
      await bookDrift(floor, machine, cabinet, report.credit)
  }
  await checkHandPay(floor, machine, cabinet, report)
  if (machine.seat?.hasLeft && isEmpty(machine)) await freeSeat(floor, machine)
  else emitGame(floor, machine)
  return answer(...askStatus(floor, cabinet))
}

/**
 * Closes a cabinet that has not reported the end of a hand pay, because that hand pay would keep the seat for
 * ever. A locked cabinet is left open: an attendant may be at it.
 */
async function checkHandPay(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  { phase }: CabinetReport,
): Promise<void> {
  if (phase === 'handpay' || phase === 'locked' || !hasOpenHandPay(machine)) return awaitHandPay(cabinet)
  const now = floor.clock.steady()
  cabinet.handPayOverSince ??= now
  if (cabinet.isHandPayLost || now - cabinet.handPayOverSince < MISSING_REPORTS_MS) return
  await closeCabinet(floor, machine, cabinet, 'hand-pay')
  cabinet.isHandPayLost = true
  floor.resetIdle(machine)
}

/**
 * Games that the cabinet has counted are not reported any more: an answer that waits for them counts, and
 * what they moved is a gap.
 */
async function onLostGames(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  { games, credit }: CabinetReport,
): Promise<void> {
  const { deferred } = cabinet
  if (deferred && deferred.games <= games) {
    await finishTransfer(floor, machine, cabinet, deferred)
    await runPostponed(floor, machine, cabinet)
  }
  if (cabinet.pending || !isBetweenGames(cabinet) || games <= (cabinet.lastGame ?? 0)) return
  await bookDrift(floor, machine, cabinet, credit, { lastGame: games, closed: 'gap' })
}

async function onDone(
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

async function onReturned(
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

async function onGame(
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

async function handle(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  event: Exclude<ControllerEvent, Hello>,
): Promise<Answer> {
  // An operator may have settled its transfer or its visit by hand.
  if (machine.seat && (event.type === 'beat' || event.type === 'state'))
    await expectUnchangedIfKnown(floor, machine)
  switch (event.type) {
    case 'beat':
      return answer(...askStatus(floor, cabinet))
    case 'state':
      return onState(floor, machine, cabinet, event)
    case 'done':
      return onDone(floor, machine, cabinet, event)
    case 'ok':
      if (event.id !== undefined) cabinet.unanswered.delete(event.id)
      return answer()
    case 'refused':
    case 'unknown':
      if (cabinet.unanswered.delete(event.id)) return answer()
      return onReturned(floor, machine, cabinet, event)
    case 'game':
      return onGame(floor, machine, cabinet, event)
    case 'handpay': {
      const { handPays } = cabinet
      const noted = await noteHandPay(floor, machine, cabinet, event)
      if (cabinet.handPays !== handPays) floor.resetIdle(machine)
      emitGame(floor, machine)
      return acknowledge(floor, machine, cabinet, 'handpay', event.id, noted)
    }
    case 'handpay-done': {
      // Sent again until it is acknowledged: first the transfer must be over.
      if (cabinet.pending) return answer(...askStatus(floor, cabinet))
      const { handPays } = cabinet
      const booked = await bookHandPay(floor, machine, cabinet, event)
      if (cabinet.handPays !== handPays) floor.resetIdle(machine)
      emitGame(floor, machine)
      return acknowledge(floor, machine, cabinet, 'handpay-done', event.id, booked)
    }
    case 'fault':
      cabinet.failedCashOuts = undefined
      cabinet.fault = event.code === undefined ? undefined : { code: event.code, text: event.text ?? '' }
      if (event.code !== undefined)
        floor.log.warn(
          { code: 'cabinet-fault', machine: machine.id, fault: event.code },
          'a cabinet has a fault',
        )
      emitGame(floor, machine)
      return answer()
    case 'meters':
      await checkMeters(floor, machine, cabinet, event)
      return answer()
    case 'gone':
      disconnect(floor, machine, cabinet)
      return answer()
    default:
      return answer()
  }
}

/**
 * Handles a message of a machine's controller, after those before it. Codes: machineNotFound; takenOver for
 * a connection that a newer one has replaced; notFound while this process knows no hello of it, which is
 * then to be sent again; stopping.
 */
export function onController(
  floor: FloorContext,
  machineId: string,
  connection: number,
  event: ControllerEvent,
): Promise<Answer> {
  return runOnMachine(floor, machineId, async (machine) => {
    const { driver } = machine
    if (driver.kind !== 'cabinet') return refused(Code.machineNotFound)
    const { cabinet } = driver
    if (connection < cabinet.connection) return refused(Code.takenOver)
    if (!acceptConnection(cabinet, connection, event)) return refused(Code.notFound)
    if (event.type !== 'gone')
      schedule(floor, `controller ${machine.id}`, CONTROLLER_DEAD_MS, () => {
        if (cabinet.connection === connection) disconnect(floor, machine, cabinet)
      })
    return event.type === 'hello'
      ? greet(floor, machine, cabinet, connection, event)
      : handle(floor, machine, cabinet, event)
  })
}
