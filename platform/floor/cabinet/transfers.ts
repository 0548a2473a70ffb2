import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { GameState } from '../../../src/contract/live.ts'
import { Cents } from '../../../src/contract/money.ts'
import { balanceOf, creditOf, idempotent, postWithin, transitOf, walletOf } from '../../ledger/ledger.ts'
import type { Result } from '../../lib/result.ts'
import { type Cabinet, isBetweenGames, type PendingTransfer } from '../../machines/cabinet/cabinet.ts'
import type { Done } from '../../machines/cabinet/controller-messages.ts'
import { noteCashOut } from '../../machines/cabinet/failed-cash-outs.ts'
import { type Trx, transact } from '../../store/transaction.ts'
import { emitGame, type FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import { cashOutError, loadError } from '../refusals.ts'
import { expectCurrent, expectUnchanged } from '../run-on-machine.ts'
import {
  applyStored,
  type CloseReason,
  creditOn,
  postArrival,
  postDrift,
  postEntries,
  storeCabinet,
} from './book.ts'
import { takeOff } from './divide-credit.ts'
import { writeFacts } from './report-facts.ts'

/*
 * Loads and cash-outs of a cabinet, in two steps: the money goes into transit, and leaves it when the cabinet
 * has said what became of the transfer. Without an answer it stays there; nothing is assumed.
 */

const Started = v.object({ id: v.string(), amount: Cents, balance: Cents, seq: v.number(), game: GameState })

async function insertTransfer(
  trx: Trx,
  machine: MachineState,
  { id, direction, cents, playerId, visitId }: PendingTransfer,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('transfers')
    .values({
      ...{ id, direction, cents, machine_id: Number(machine.id), player_id: Number(playerId) },
      ...{ visit_id: visitId, created_at: at },
    })
    .execute()
}

/** Adds to the visit's totals, cents. */
export const countOnVisit = (trx: Trx, visitId: number, cashIn: number, cashOut: number) =>
  sql`update visits set cash_in = cash_in + ${cashIn}, cash_out = cash_out + ${cashOut}
    where id = ${visitId}`.execute(trx)

export interface TransferCommand {
  readonly requestId: string
  readonly direction: PendingTransfer['direction']
  /** The player has not asked for it: the histories of players say so. */
  readonly isAutomatic?: boolean
  /** Of a load. */
  readonly amount: number
}

/**
 * Puts the money in transit and sends the command, within work that runs on the machine. Codes: as of a load
 * or a cash-out; machineBusy with a transfer under way, or for a cash-out that the cabinet would refuse;
 * machineOutOfOrder without a controller.
 */
export async function startTransfer(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  command: TransferCommand,
): Promise<Result<v.InferOutput<typeof Started> & { repeated: boolean }>> {
  const { requestId, direction } = command
  const isLoad = direction === 'load'
  await expectUnchanged(floor, machine)
  const request = {
    requestId,
    fingerprint: isLoad ? `load ${machine.id} ${command.amount}` : `cash-out ${machine.id}`,
  }
  const id = `${command.isAutomatic ? 'auto-' : ''}${randomUUID()}`
  const at = new Date(floor.clock.now())
  let pending: PendingTransfer | undefined
  const result = await idempotent(floor.db, request, Started, async (trx) => {
    const cents = isLoad ? command.amount : machine.credit
    const error = isLoad
      ? await loadError(floor, machine, playerId, cents, trx)
      : cashOutError(floor, machine, playerId)
    if (error) return error
    await storeCabinet(trx, machine, {})
    const { visitId } = expectCurrent(machine.seat)
    pending = { id, direction, cents, playerId, visitId }
    await insertTransfer(trx, machine, pending, at)
    if (isLoad) await countOnVisit(trx, visitId, cents, 0)
    const from = isLoad ? walletOf(playerId) : creditOf(machine.id)
    const posting = {
      ...{ ...request, playerId, machineId: machine.id, at },
      ...{ kind: isLoad ? ('cash-in' as const) : ('transit-in' as const), visitId },
      entries: [
        { account: from, amount: -cents },
        { account: transitOf(machine.id), amount: cents },
      ],
    }
    const wallet = await balanceOf(trx, walletOf(playerId))
    return postWithin(trx, posting, (after) => {
      const { balance, version } = isLoad ? after(from) : wallet
      const game = gameState({ ...machine, seq: machine.seq + 1 })
      return { id, amount: cents, balance, seq: version, game }
    })
  })
  if (!result.ok) return result
  const { answer, repeated } = result
  if (!repeated && pending) {
    machine.seq += 1
    cabinet.pending = pending
    cabinet.command = { id, at: floor.clock.steady() }
    if (isLoad) floor.events.emit('balance', { playerId, balance: answer.balance, seq: answer.seq })
    cabinet.send(isLoad ? { type: 'credit', id, cents: pending.cents } : { type: 'cashout', id })
    emitGame(floor, machine)
  }
  return { ok: true, ...answer, repeated }
}

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
  const applied = await transact(floor.db, async (trx) => {
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
    await storeCabinet(trx, machine, { extra: credit.extra, closed })
    return { credit, closed }
  })
  applyStored(floor, machine, cabinet, applied)
  if (direction === 'cash-out') noteCashOut(cabinet, applied.credit.own === 0, floor.clock.steady())
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
  await transact(floor.db, async (trx) => {
    await endTransfer(trx, pending, state, at)
    await storeCabinet(trx, machine, {})
    const requestId = `transfer:${id}:returned`
    if (direction === 'load') {
      await countOnVisit(trx, visitId, -cents, 0)
      const entries = { own: -cents, suspense: 0, house: 0, wallet: cents }
      const order = { requestId, kind: 'cash-in-back' as const, own: transit, entries, playerId, visitId, at }
      await postEntries(trx, machine, order)
    } else if (machine.credit > 0)
      await postArrival(trx, machine, { requestId, cents: machine.credit, playerId, at })
  })
  applyStored(floor, machine, cabinet, { credit: creditOn(machine, cabinet) })
  if (direction === 'cash-out') noteCashOut(cabinet, false, floor.clock.steady())
  await emitEnd(floor, machine, cabinet, playerId)
}
