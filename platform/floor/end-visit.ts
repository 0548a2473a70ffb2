import { sql } from 'kysely'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import { inTransaction } from '../store/transaction.ts'
import {
  cancelTimer,
  emitGame,
  emitStatus,
  type FloorContext,
  isActive,
  schedule,
  toDate,
} from './context.ts'
import { NO_SEAT } from './floor-rows.ts'
import { hasBonus, isEmpty, type MachineState } from './machine.ts'
import {
  applyVisit,
  currentRow,
  expectCurrent,
  expectOwned,
  expectUnchanged,
  runOnMachine,
} from './run-on-machine.ts'
import { settle } from './settle-spin.ts'
import { playOut } from './start-spin.ts'
import { startTransfer, type TransferCommand } from './start-transfer.ts'

/*
 * The end of a visit: the seat is held for a while, then the credit returns to the wallet and the seat
 * becomes free.
 */

export const CLOSE_RETRY_MS = 5000

/** A win of this many stakes is big. */
export const BIG_WIN_STAKES = 10

/** The last big win of a visit, cents; null: it had none. */
const lastBigWin = (visitId: number) => sql<number | null>`(
  select win + jackpot from spins
  where visit_id = ${visitId} and settled_at is not null and win + jackpot >= ${BIG_WIN_STAKES} * stake
  order by id desc limit 1)`

/**
 * Sets the end of the hold (undefined while the player is connected) and the start of the idle warning; ms
 * since 1970.
 */
export async function setHeld(
  floor: FloorContext,
  machine: MachineState,
  until: number | undefined,
  idleAt = machine.idleAt,
): Promise<void> {
  expectOwned(machine)
  const { seat } = machine
  if (!seat || (seat.heldUntil === until && machine.idleAt === idleAt)) return
  const updated = await floor.db
    .updateTable('machines')
    .set({ held_until: toDate(until), idle_at: toDate(idleAt) })
    .where('id', '=', Number(machine.id))
    .where('seat_player', '=', Number(seat.playerId))
    .where('epoch', '=', machine.epoch)
    .returning('id')
    .executeTakeFirst()
  expectCurrent(updated)
  seat.heldUntil = until
  machine.idleAt = idleAt
}

/** Ends the visit to a machine without credit. */
export async function freeSeat(floor: FloorContext, machine: MachineState): Promise<void> {
  const seat = expectCurrent(machine.seat)
  const { win } = await inTransaction(floor.db, async (trx) => {
    const freed = await trx
      .updateTable('machines')
      .set((row) => ({
        ...NO_SEAT,
        // Only now: while the player was seated, the win was theirs to see.
        last_big_win: sql`coalesce(${lastBigWin(seat.visitId)}, last_big_win)`,
        seq: row('seq', '+', 1),
      }))
      .where(currentRow(machine))
      .returning('last_big_win')
      .executeTakeFirst()
    const { last_big_win: win } = expectCurrent(freed)
    const at = new Date(floor.clock.now())
    await trx.updateTable('visits').set({ ended_at: at }).where('id', '=', seat.visitId).execute()
    return { ok: true, win }
  })
  machine.seq += 1
  machine.seat = undefined
  machine.spin = undefined
  machine.idleAt = undefined
  machine.lastBigWin = win ?? undefined
  applyVisit(floor, machine, seat)
  emitGame(floor, machine)
}

/**
 * The cash-out that ends a visit. By the first word of its request id the histories of players tell whether
 * the player has asked for it.
 */
export const finalCashOut = (machine: MachineState, isAutomatic: boolean): TransferCommand => ({
  requestId: `${isAutomatic ? 'visit' : 'cancel'}:${expectCurrent(machine.seat).visitId}:${machine.seq}`,
  ...{ direction: 'cash-out', isAutomatic },
})

/**
 * Plays the remaining free spins, returns the credit to the wallet and frees the seat. False: not yet, as a
 * cabinet plays a game or has not given the credit.
 */
export async function endVisit(floor: FloorContext, machine: MachineState): Promise<boolean> {
  const { playerId, isEndedByPlayer = false } = expectCurrent(machine.seat)
  cancelTimer(floor, `spin ${machine.id}`)
  await settle(floor, machine)
  while (hasBonus(machine)) await playOut(floor, machine)
  const hasTransfer = machine.driver.pending() !== undefined
  if (machine.credit > 0 && !hasTransfer) {
    const out = await startTransfer(floor, machine, playerId, finalCashOut(machine, !isEndedByPlayer))
    // A cabinet gives its credit when it can.
    if (!out.ok && !machine.driver.cabinet) throw new Error(`the credit could not be returned: ${out.code}`)
  }
  if (isEmpty(machine)) {
    await freeSeat(floor, machine)
    return true
  }
  // An operator may have settled by hand what keeps the seat.
  await expectUnchanged(floor, machine)
  return false
}

/**
 * Ends the visit after `ms`, when its current hold is over; retries after a failure. A timer decides it, not
 * the time of `heldUntil`: the clock may have been set meanwhile.
 */
export function scheduleHoldEnd(floor: FloorContext, machine: MachineState, ms: number): void {
  const heldUntil = machine.seat?.heldUntil
  const isSameHold = () => heldUntil !== undefined && machine.seat?.heldUntil === heldUntil
  schedule(floor, `hold ${machine.id}`, ms, () => {
    void runOnMachine(floor, machine.id, async () => {
      if (floor.stopping || !isSameHold()) return { ok: true }
      return (await endVisit(floor, machine)) ? { ok: true } : refused(Code.machineBusy)
    }).then((done) => {
      if (!done.ok && isActive(floor, machine) && isSameHold())
        scheduleHoldEnd(floor, machine, CLOSE_RETRY_MS)
    })
  })
}

/** `until`: ms since 1970, `ms` after the hold's begin. `interrupted`: only the page's process is gone. */
interface Hold {
  readonly ms: number
  readonly until: number
  readonly interrupted: boolean
}

/**
 * Holds the seat in memory: it has no page, so that only this ends its visit. A process that finds no hold
 * in the database starts one.
 */
function startHold(floor: FloorContext, machine: MachineState, { ms, until, interrupted }: Hold): void {
  const { seat } = machine
  if (!seat || !machine.owned) return
  cancelTimer(floor, `idle ${machine.id}`)
  Object.assign(seat, { heldUntil: until, interrupted })
  scheduleHoldEnd(floor, machine, ms)
  emitStatus(floor, machine)
}

/**
 * Starts a hold that could not be stored. The page's process tries to store it again and again; the first
 * hold goes on then, because it ends no later.
 */
function startUnstoredHold(floor: FloorContext, machine: MachineState, hold: Hold): void {
  const running = machine.seat?.heldUntil ?? Number.POSITIVE_INFINITY
  if (running > hold.until) startHold(floor, machine, hold)
}

/** Holds the seat of a player who is disconnected, for `ms`, also when this could not be stored. */
export async function holdSeat(
  floor: FloorContext,
  machine: MachineState,
  ms = floor.holdMs,
  interrupted = false,
): Promise<void> {
  const hold: Hold = { ms, until: floor.clock.now() + ms, interrupted }
  try {
    await setHeld(floor, machine, hold.until)
  } catch (error) {
    startUnstoredHold(floor, machine, hold)
    throw error
  }
  startHold(floor, machine, hold)
}

/** Frees the seat of a page that left an empty machine; holds it when the database does not answer. */
export async function freeLeftSeat(floor: FloorContext, machine: MachineState): Promise<void> {
  try {
    await freeSeat(floor, machine)
  } catch (error) {
    const ms = floor.holdMs
    startUnstoredHold(floor, machine, { ms, until: floor.clock.now() + ms, interrupted: false })
    throw error
  }
}
