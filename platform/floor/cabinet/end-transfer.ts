import { balanceOf, creditOf, transitOf, walletOf } from '../../ledger/ledger.ts'
import { type Cabinet, isBetweenGames, type PendingTransfer } from '../../machines/cabinet/cabinet.ts'
import type { Done } from '../../machines/cabinet/controller-messages.ts'
import { noteCashOut } from '../../machines/cabinet/failed-cash-outs.ts'
import type { Trx } from '../../store/transaction.ts'
import { emitGame, type FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { expectCurrent } from '../run-on-machine.ts'
import { countOnVisit } from '../start-transfer.ts'
import { takeOff } from './divide-credit.ts'
import { writeFacts } from './report-facts.ts'
import { book, type CloseReason, creditOn, postArrival, postDrift, postEntries } from './store-changes.ts'

/* The end of a load or a cash-out at a cabinet: it has said what became of it. */

/** Ends the pending transfer in the database, once. */
async function endTransfer(
  trx: Trx,
  { id }: PendingTransfer,
  state: 'done' | 'refused' | 'unknown',
  at: Date,
) {
  const ended = await trx
    .updateTable('transfers')
    .set({ state, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  expectCurrent(ended)
}

async function emitEnd(floor: FloorContext, machine: MachineState, cabinet: Cabinet, playerId: string) {
  cabinet.pending = undefined
  cabinet.deferred = undefined
  for (const end of cabinet.waiting) end()
  const { balance, version } = await balanceOf(floor.db, walletOf(playerId))
  floor.events.emit('balance', { playerId, balance, seq: version })
  emitGame(floor, machine)
}

/** The cabinet has executed the pending transfer, after all games that are booked. */
export async function finishTransfer(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  done: Done,
): Promise<void> {
  const pending = expectCurrent(cabinet.pending?.id === done.id ? cabinet.pending : undefined)
  const { id, direction, cents, playerId, visitId } = pending
  const at = new Date(floor.clock.now())
  const transit = transitOf(machine.id)
  await book(floor, machine, cabinet, async (trx) => {
    await endTransfer(trx, pending, 'done', at)
    let credit = creditOn(machine, cabinet)
    let closed: CloseReason | undefined
    if (direction === 'load') {
      await postArrival(trx, machine, { requestId: `transfer:${id}:arrived`, cents, playerId, at })
      credit = { ...credit, own: credit.own + cents }
    } else {
      const taken = takeOff(credit, done.cents)
      await postEntries(trx, machine, {
        ...{ requestId: `transfer:${id}:paid`, kind: 'cash-out', own: transit, entries: taken.entries },
        ...{ playerId, visitId, at, fingerprint: writeFacts('cash-out', { cents: done.cents }) },
      })
      await countOnVisit(trx, visitId, 0, taken.paid)
      const left = { requestId: `transfer:${id}:left`, cents: taken.left, playerId, at }
      if (taken.left > 0) await postArrival(trx, machine, left)
      credit = { own: taken.left, extra: taken.credit.extra }
      if (taken.isOdd) closed = 'cash-out'
    }
    // An answer from before later games says nothing about the credit now. Otherwise the next state does.
    if (done.games === cabinet.lastGame && isBetweenGames(cabinet)) {
      const own = creditOf(machine.id)
      const requestId = `drift:${machine.id}:${machine.seq}`
      const drift = await postDrift(trx, machine, { before: credit, shown: done.credit, own, requestId, at })
      credit = drift.credit
      closed ??= drift.closed
    }
    return { credit, closed }
  })
  if (direction === 'cash-out') noteCashOut(cabinet, machine.credit === 0, floor.clock.steady())
  await emitEnd(floor, machine, cabinet, playerId)
}

/** The cabinet has not executed the pending transfer, and never will: the money goes back. */
export async function returnTransfer(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  state: 'refused' | 'unknown',
): Promise<void> {
  const pending = expectCurrent(cabinet.pending)
  const { id, direction, cents, playerId, visitId } = pending
  const at = new Date(floor.clock.now())
  const transit = transitOf(machine.id)
  await book(floor, machine, cabinet, async (trx) => {
    await endTransfer(trx, pending, state, at)
    const requestId = `transfer:${id}:returned`
    if (direction === 'load') {
      await countOnVisit(trx, visitId, -cents, 0)
      const entries = { own: -cents, suspense: 0, house: 0, wallet: cents }
      const order = { requestId, kind: 'cash-in-back' as const, own: transit, entries, playerId, visitId, at }
      await postEntries(trx, machine, order)
    } else if (machine.credit > 0)
      await postArrival(trx, machine, { requestId, cents: machine.credit, playerId, at })
    return {}
  })
  if (direction === 'cash-out') noteCashOut(cabinet, false, floor.clock.steady())
  await emitEnd(floor, machine, cabinet, playerId)
}
