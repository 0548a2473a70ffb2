import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { GameState } from '../../src/contract/live.ts'
import { Cents } from '../../src/contract/money.ts'
import { balanceOf, creditOf, idempotent, postWithin, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Result } from '../lib/result.ts'
import type { PendingTransfer } from '../machines/cabinet/cabinet.ts'
import type { Trx } from '../store/transaction.ts'
import { cashOutError, loadError } from './command-checks.ts'
import { emitGame, emitStatus, type FloorContext, nextIdleAt, toDate } from './context.ts'
import { gameState, type MachineState } from './machine.ts'
import { currentRow, expectCurrent, expectUnchanged } from './run-on-machine.ts'

/*
 * The start of a load and of a cash-out, for all machines. At a drawn machine it is also the end. At a
 * cabinet the money goes into transit, until the cabinet has said what became of it
 * (cabinet/end-transfer.ts); without an answer it stays there, as nothing is assumed.
 */

/** `id`: of a transfer under way. `amount`: absent in the stored answers of loads of version 2.3.4. */
const Started = v.object({
  ...{ id: v.optional(v.string()), amount: v.optional(Cents) },
  ...{ balance: Cents, seq: v.number(), game: GameState },
})

/** Cents; `balance` and `seq` of the wallet. */
export interface TransferAnswer {
  amount: number
  balance: number
  seq: number
  game: GameState
}

export interface TransferCommand {
  /** Unique for ever: see `playerRequestId`. */
  readonly requestId: string
  readonly direction: PendingTransfer['direction']
  /** Of a load, cents. */
  readonly amount?: number
  /** The player has not asked for it: the histories of players say so. */
  readonly isAutomatic?: boolean
}

/** Adds to the visit's totals, cents. */
export const countOnVisit = (trx: Trx, visitId: number, cashIn: number, cashOut: number) =>
  sql`update visits set cash_in = cash_in + ${cashIn}, cash_out = cash_out + ${cashOut}
    where id = ${visitId}`.execute(trx)

/** Stores an activity, and checks that the machine's state is current. */
async function storeActivity(floor: FloorContext, trx: Trx, machine: MachineState): Promise<void> {
  const { rows } = await sql`
    update machines set seq = seq + 1, idle_at = ${toDate(nextIdleAt(floor, machine))}
    where ${currentRow(machine)}
    returning id`.execute(trx)
  expectCurrent(rows[0])
}

const insertTransfer = (trx: Trx, machine: MachineState, pending: PendingTransfer, at: Date) =>
  trx
    .insertInto('transfers')
    .values({
      ...{ id: pending.id, direction: pending.direction, cents: pending.cents, created_at: at },
      ...{ machine_id: Number(machine.id), player_id: Number(pending.playerId), visit_id: pending.visitId },
    })
    .execute()

/** Books the start of a transfer: whole, or as `pending` into transit. */
function bookStart(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  { requestId, direction, amount: loaded = 0 }: TransferCommand,
  pending: PendingTransfer | undefined,
) {
  const isLoad = direction === 'load'
  const request = {
    requestId,
    fingerprint: isLoad ? `load ${machine.id} ${loaded}` : `cash-out ${machine.id}`,
  }
  const [wallet, credit] = [walletOf(playerId), creditOf(machine.id)]
  const [from, end] = isLoad ? [wallet, credit] : [credit, wallet]
  const to = pending ? transitOf(machine.id) : end
  const kind = isLoad ? 'cash-in' : pending ? 'transit-in' : 'cash-out'
  return idempotent(floor.db, request, Started, async (trx) => {
    const cents = isLoad ? loaded : machine.credit
    const error = isLoad
      ? await loadError(floor, machine, playerId, cents, trx)
      : cashOutError(floor, machine, playerId)
    if (error) return error
    machine.cashingOut = !isLoad
    emitStatus(floor, machine)
    const { visitId } = expectCurrent(machine.seat)
    const at = new Date(floor.clock.now())
    await storeActivity(floor, trx, machine)
    if (pending) await insertTransfer(trx, machine, pending, at)
    // What a cabinet gives is counted when it has given it.
    if (kind !== 'transit-in') await countOnVisit(trx, visitId, isLoad ? cents : 0, isLoad ? 0 : cents)
    const posting = {
      ...({ ...request, kind, playerId, machineId: machine.id, visitId, at } as const),
      entries: [
        { account: from, amount: -cents },
        { account: to, amount: cents },
      ],
    }
    const unchanged = kind === 'transit-in' ? await balanceOf(trx, wallet) : undefined
    return postWithin(trx, posting, (after) => {
      const { balance, version } = unchanged ?? after(wallet)
      const next = { ...machine, seq: machine.seq + 1 }
      const game = gameState(pending ? next : { ...next, credit: after(credit).balance })
      return { ...(pending && { id: pending.id }), amount: cents, balance, seq: version, game }
    })
  })
}

/**
 * Moves `amount` cents from the wallet to the machine, or its whole credit back, within work that runs on
 * the machine. `id`: of the transfer that the cabinet is now to execute; undefined: it is over. Codes: those
 * of `loadError` or `cashOutError` (command-checks.ts) and of the ledger.
 */
export async function startTransfer(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  command: TransferCommand,
): Promise<Result<TransferAnswer & { id?: string | undefined }>> {
  const { driver } = machine
  const { direction, amount = 0, isAutomatic } = command
  // An operator may have settled its transfer by hand.
  if (driver.cabinet) await expectUnchanged(floor, machine)
  const { seat, credit } = machine
  const pending = driver.cabinet &&
    seat && {
      id: `${isAutomatic ? 'auto-' : ''}${randomUUID()}`,
      ...{ direction, cents: direction === 'load' ? amount : credit, playerId, visitId: seat.visitId },
    }
  try {
    const result = await bookStart(floor, machine, playerId, command, pending)
    if (!result.ok) return result
    const { answer, repeated } = result
    machine.cashingOut = false
    if (!repeated) {
      const { balance, seq, game } = answer
      machine.seq = game.seq
      if (pending) driver.execute(pending, floor.clock.steady())
      else machine.credit = game.credit
      if (direction === 'load' || !pending) floor.events.emit('balance', { playerId, balance, seq })
      emitGame(floor, machine)
    }
    return { ok: true, ...answer, amount: answer.amount ?? amount }
  } finally {
    machine.cashingOut = false
    emitStatus(floor, machine)
  }
}
