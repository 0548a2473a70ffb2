import { sql } from 'kysely'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { GameState } from '../../src/contract/live.ts'
import { Amount, Cents } from '../../src/contract/money.ts'
import { creditOf, idempotent, playerRequestId, postWithin, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Trx } from '../store/transaction.ts'
import { transferCabinet } from './cabinet/player-transfer.ts'
import { startTransfer } from './cabinet/transfers.ts'
import { emitGame, emitStatus, type FloorContext, nextIdleAt, toDate } from './context.ts'
import { gameState, type MachineState } from './machine.ts'
import { cashOutError, loadError } from './refusals.ts'
import { expectCurrent, runPlay } from './run-on-machine.ts'

const LoadAnswer = v.object({ balance: Cents, seq: v.number(), game: GameState })
const CashoutAnswer = v.object({ ...LoadAnswer.entries, amount: Cents })
export type LoadAnswer = v.InferOutput<typeof LoadAnswer>
export type CashoutAnswer = v.InferOutput<typeof CashoutAnswer>

/** Adds the amounts to the visit's totals, and checks that the machine's state is current. */
async function countOnVisit(
  floor: FloorContext,
  trx: Trx,
  machine: MachineState,
  cashIn: number,
  cashOut: number,
): Promise<void> {
  const counted = await sql`
    with machine as (
      update machines set seq = seq + 1, idle_at = ${toDate(nextIdleAt(floor, machine))}
      where id = ${machine.id} and seq = ${machine.seq} and epoch = ${machine.epoch}
      returning id, visit_id
    ), visit as (
      update visits set cash_in = cash_in + ${cashIn}, cash_out = cash_out + ${cashOut}
      from machine where visits.id = machine.visit_id
    )
    select id from machine`.execute(trx)
  expectCurrent(counted.rows[0])
}

function emitMoney(floor: FloorContext, machine: MachineState, wallet: LoadAnswer): void {
  const playerId = machine.seat?.playerId
  if (playerId) {
    floor.events.emit('balance', { playerId, balance: wallet.balance, seq: wallet.seq })
  }
  emitGame(floor, machine)
}

/**
 * Moves `amount` cents from the wallet to the machine's credit. Codes: notSeated, sessionTerminated,
 * machineOutOfOrder, invalidRequest for an invalid amount, amountTooLow with the minimum `amount` in cents,
 * balanceTooLow, unplayedTooOften, requestIdReused, stopping, those of own-limits.ts and, at a cabinet, of
 * `transferCabinet`.
 */
export function load(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  { requestId, amount }: { requestId: string; amount: number },
): Promise<Result<LoadAnswer>> {
  if (!v.is(Amount, amount)) return Promise.resolve(refused(Code.invalidRequest))
  const found = floor.machines.get(machineId)
  if (found?.driver.cabinet) {
    const command = { requestId, direction: 'load' as const, amount }
    return transferCabinet(floor, found, found.driver.cabinet, playerId, command)
  }
  return runPlay(floor, machineId, async (machine) => {
    const request = {
      requestId: playerRequestId(playerId, requestId),
      fingerprint: `load ${machineId} ${amount}`,
    }
    const wallet = walletOf(playerId)
    const credit = creditOf(machineId)
    const result = await idempotent(floor.db, request, LoadAnswer, async (trx) => {
      const error = await loadError(floor, machine, playerId, amount, trx)
      if (error) return error
      await countOnVisit(floor, trx, machine, amount, 0)
      const { visitId } = expectCurrent(machine.seat)
      const posting = {
        ...request,
        visitId,
        kind: 'cash-in' as const,
        playerId,
        machineId,
        entries: [
          { account: wallet, amount: -amount },
          { account: credit, amount },
        ],
        at: new Date(floor.clock.now()),
      }
      return postWithin(trx, posting, (after) => {
        const next = { ...machine, seq: machine.seq + 1, credit: after(credit).balance }
        return { balance: after(wallet).balance, seq: after(wallet).version, game: gameState(next) }
      })
    })
    return applyAnswer(floor, machine, result)
  })
}

/** Applies the committed answer to the machine, unless it repeats an earlier one. */
function applyAnswer<A extends LoadAnswer>(
  floor: FloorContext,
  machine: MachineState,
  result: Result<{ answer: A; repeated: boolean }>,
): Result<A> {
  if (!result.ok) return result
  const { answer, repeated } = result
  if (!repeated) {
    machine.seq = answer.game.seq
    machine.credit = answer.game.credit
    emitMoney(floor, machine, answer)
  }
  return { ok: true, ...answer }
}

/**
 * The request id of the cash-out that ends a visit. By its first word the histories of players tell whether
 * the player has asked for it.
 */
export const visitEndId = (machine: MachineState, isAutomatic: boolean) =>
  `${isAutomatic ? 'visit' : 'cancel'}:${expectCurrent(machine.seat).visitId}:${machine.seq}`

/** As `cashOut`, within work that already runs on the machine. */
export async function cashOutWithin(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  requestId: string,
): Promise<Result<CashoutAnswer>> {
  const request = { requestId, fingerprint: `cash-out ${machine.id}` }
  const wallet = walletOf(playerId)
  const credit = creditOf(machine.id)
  machine.cashingOut = true
  emitStatus(floor, machine)
  try {
    const result = await idempotent(floor.db, request, CashoutAnswer, async (trx) => {
      const error = cashOutError(floor, machine, playerId)
      if (error) return error
      const amount = machine.credit
      await countOnVisit(floor, trx, machine, 0, amount)
      const { visitId } = expectCurrent(machine.seat)
      const posting = {
        ...request,
        visitId,
        kind: 'cash-out' as const,
        playerId,
        machineId: machine.id,
        entries: [
          { account: credit, amount: -amount },
          { account: wallet, amount },
        ],
        at: new Date(floor.clock.now()),
      }
      return postWithin(trx, posting, (after) => {
        const next = { ...machine, seq: machine.seq + 1, credit: after(credit).balance }
        const { balance, version } = after(wallet)
        return { amount, balance, seq: version, game: gameState(next) }
      })
    })
    machine.cashingOut = false
    return applyAnswer(floor, machine, result)
  } finally {
    machine.cashingOut = false
    emitStatus(floor, machine)
  }
}

/** At the end of a visit, within work that already runs on the machine; a cabinet gives the credit later. */
export async function cashOutAtEnd(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  isAutomatic: boolean,
): Promise<void> {
  const requestId = visitEndId(machine, isAutomatic)
  const { cabinet } = machine.driver
  if (cabinet) {
    const command = { requestId, direction: 'cash-out' as const, amount: 0, isAutomatic }
    await startTransfer(floor, machine, cabinet, playerId, command)
    return
  }
  const returned = await cashOutWithin(floor, machine, playerId, requestId)
  if (!returned.ok) throw new Error(`the credit could not be returned: ${returned.code}`)
}

/**
 * Moves the whole credit to the wallet. `isAutomatic`: its player has not asked for it. Codes: notSeated,
 * sessionTerminated, machineBusy during a spin, bonusPending with free spins left, nothingToCashOut,
 * requestIdReused, stopping, and at a cabinet those of `transferCabinet`.
 */
export function cashOut(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  requestId: string,
  isAutomatic = false,
): Promise<Result<CashoutAnswer>> {
  const found = floor.machines.get(machineId)
  if (found?.driver.cabinet) {
    const command = { requestId, direction: 'cash-out' as const, amount: 0, isAutomatic }
    return transferCabinet(floor, found, found.driver.cabinet, playerId, command)
  }
  const id = playerRequestId(playerId, requestId)
  return runPlay(floor, machineId, (machine) =>
    cashOutWithin(floor, machine, playerId, isAutomatic ? `visit:${id}` : id),
  )
}
