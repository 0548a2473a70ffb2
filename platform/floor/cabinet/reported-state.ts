import { type Cabinet, hasOpenHandPay, isBetweenGames } from '../../machines/cabinet/cabinet.ts'
import type { CabinetReport } from '../../machines/cabinet/controller-messages.ts'
import { emitGame, type FloorContext } from '../context.ts'
import { freeSeat } from '../end-visit.ts'
import { isEmpty, type MachineState } from '../machine.ts'
import { type Answer, answer, askStatus } from './answers.ts'
import { awaitHandPay, bookDrift } from './book-reports.ts'
import { finishTransfer } from './end-transfer.ts'
import { runPostponed } from './report-order.ts'
import { closeCabinet, MISSING_REPORTS_MS } from './store-changes.ts'

/* The state that a cabinet reports, and what it shows to be missing: games, hand pays, credit. */

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

export async function onState(
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
  if (phase === 'handpay' || phase === 'locked' || !hasOpenHandPay(cabinet, machine.seat?.visitId))
    return awaitHandPay(cabinet)
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
