import { Code } from '../../../src/contract/codes.ts'
import type { MachineStatus } from '../../../src/contract/http.ts'
import type { Capabilities, GameState } from '../../../src/contract/live.ts'
import { balanceOf, walletOf } from '../../ledger/ledger.ts'
import { type Result, refused } from '../../lib/result.ts'
import { inTransaction, isUniqueViolation, type Trx } from '../../store/transaction.ts'
import { awaitTransfer } from '../cabinet/await-transfer.ts'
import {
  bannedError,
  notSeatedError,
  seatError,
  seatedElsewhereError,
  unfinishedError,
} from '../command-checks.ts'
import { dismissPage, type FloorContext, nextIdleAt, steadyTimeOf, toDate } from '../context.ts'
import { finalCashOut, freeLeftSeat, freeSeat, holdSeat } from '../end-visit.ts'
import { connectPage, storeReturn } from '../idle.ts'
import { gameState, isEmpty, type MachineState, type Seat, statusOf } from '../machine.ts'
import { applyVisit, currentRow, expectCurrent, expectUnchanged, runOnMachine } from '../run-on-machine.ts'
import { startTransfer } from '../start-transfer.ts'

/** The answer to `sit`. Amounts in cents. */
export interface Seated {
  balance: number
  seq: number
  machine: { id: string; name: string; brand: string; status: MachineStatus }
  game: GameState
  capabilities: Capabilities
  /** Identifies this page in `hold` and `leave`. */
  presence: number
}

/**
 * When a player has played last, at whatever machine: a new visit begins no cycle anew. Of a cabinet's game
 * it is the end.
 */
async function lastPlayedAt({ minCycleMs }: FloorContext, trx: Trx, playerId: string) {
  if (minCycleMs === 0) return undefined
  const last = await trx
    .selectFrom('movements')
    .select('created_at')
    .where('player_id', '=', Number(playerId))
    .where('kind', 'in', ['stake', 'free-spin', 'game'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.created_at.getTime()
}

/** Starts a visit. A unique constraint prevents that a player takes two machines concurrently. */
async function takeSeat(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
): Promise<Result<object>> {
  const at = new Date(floor.clock.now())
  const stake = machine.driver.stakes[0] ?? 0
  const idleAt = nextIdleAt(floor, machine, false)
  try {
    const started = await inTransaction(floor.db, async (trx) => {
      const banned = await bannedError(trx, playerId)
      if (banned) return banned
      const visit = await trx
        .insertInto('visits')
        .values({ player_id: Number(playerId), machine_id: Number(machine.id), started_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const taken = await trx
        .updateTable('machines')
        .set((row) => ({
          seat_player: Number(playerId),
          visit_id: visit.id,
          seated_at: at,
          held_until: null,
          idle_at: toDate(idleAt),
          stake,
          bonus_win: 0,
          seq: row('seq', '+', 1),
        }))
        .where(currentRow(machine))
        .returning('seq')
        .executeTakeFirst()
      const playedBefore = await lastPlayedAt(floor, trx, playerId)
      return { ok: true as const, seq: expectCurrent(taken).seq, visitId: visit.id, playedBefore }
    })
    if (!started.ok) return started
    const { seq, visitId, playedBefore } = started
    const seat: Seat = { playerId, visitId, heldUntil: undefined, presence: 0 }
    const playedAt = playedBefore && steadyTimeOf(floor, playedBefore)
    Object.assign(machine, { seq, stake, seat, idleAt, bonusWin: 0, spin: undefined, playedAt })
    applyVisit(floor, machine, undefined)
    if (machine.terminatedFor === playerId) machine.terminatedFor = undefined
    return { ok: true }
  } catch (error) {
    if (!isUniqueViolation(error, 'machines_seat_player_key')) throw error
    return seatedElsewhereError(floor, playerId) ?? refused(Code.machineBusy)
  }
}

/**
 * Takes a seat, or resumes the player's own. `node`: the process to which the page is connected. Codes:
 * banned, machineNotFound, machineTaken, machineOutOfOrder, seatedElsewhere with the other machine's
 * `machineId` and `name`, balanceTooLow if players with an empty wallet may not play, unplayedTooOften,
 * stopping, and those of own-limits.ts.
 */
export function sit(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  node?: string,
): Promise<Result<Seated>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const walletNow = () => balanceOf(floor.db, walletOf(playerId))
    const error = await seatError(floor, machine, playerId, async () => (await walletNow()).balance)
    if (error) return error
    const wallet = await walletNow()
    if (machine.seat) {
      const banned = await bannedError(floor.db, playerId)
      if (banned) return banned
      await storeReturn(floor, machine)
    } else {
      const taken = await takeSeat(floor, machine, playerId)
      if (!taken.ok) return taken
    }
    const presence = connectPage(floor, machine, node)
    const capabilities = machine.driver.capabilities()
    expectCurrent(machine.seat).offered = capabilities
    return {
      ok: true,
      presence,
      balance: wallet.balance,
      seq: wallet.version,
      machine: {
        id: machine.id,
        name: machine.name,
        brand: machine.brand.key,
        status: statusOf(machine, playerId),
      },
      game: gameState(machine),
      capabilities: { ...capabilities, holdSeconds: Math.max(1, Math.round(floor.holdMs / 1000)) },
    }
  })
}

const isReplaced = (machine: MachineState, presence: number | undefined) =>
  presence !== undefined && machine.seat?.presence !== presence

/** Handles the end of a page, identified by the `presence` from `sit`; a replaced page changes nothing. */
function onPageEnd(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence: number | undefined,
  then: (machine: MachineState) => Promise<void>,
): Promise<Result<object>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const error = notSeatedError(floor, machine, playerId)
    if (error) return error
    if (!isReplaced(machine, presence)) await then(machine)
    return { ok: true }
  })
}

/** The player is disconnected: holds the seat for a while. Codes: notSeated, stopping. */
export function hold(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence?: number,
): Promise<Result<object>> {
  return onPageEnd(floor, playerId, machineId, presence, (machine) => holdSeat(floor, machine))
}

/**
 * The player left on purpose: frees the seat of an empty machine, holds any other. A seat that only a
 * cabinet's game kept is freed once that is over (cabinet/reported-state.ts).
 */
export function leave(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence?: number,
): Promise<Result<object>> {
  return onPageEnd(floor, playerId, machineId, presence, async (machine) => {
    if (isEmpty(machine)) return freeLeftSeat(floor, machine)
    await holdSeat(floor, machine)
    expectCurrent(machine.seat).hasLeft = true
  })
}

function dismissTakenOver(floor: FloorContext, machine: MachineState, playerId: string): void {
  dismissPage(floor, machine, playerId, Code.takenOver)
}

/** `changed`: whether the seat is held since, or since this kick's first try. */
export interface Kicked {
  changed: boolean
}

/** Makes the player's page leave the machine, for another page to take it over. A running hold goes on. */
export function kick(floor: FloorContext, playerId: string, machineId: string): Promise<Result<Kicked>> {
  return runOnMachine(floor, machineId, async (machine) => {
    const error = notSeatedError(floor, machine, playerId)
    if (error) return error
    dismissTakenOver(floor, machine, playerId)
    const seat = expectCurrent(machine.seat)
    const { isKickUnknown = false } = seat
    const changed = seat.heldUntil === undefined
    seat.isKickUnknown = changed
    if (changed) await holdSeat(floor, machine)
    seat.isKickUnknown = false
    return { ok: true, changed: changed || isKickUnknown }
  })
}

/**
 * Cashes out and frees the seat; returns the cents moved to the wallet. `isAutomatic`: its player has not
 * asked for it. Codes: notSeated, machineBusy during a spin or game, bonusPending with free spins left,
 * machineRefused by a cabinet, stopping.
 */
export async function cancel(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  isAutomatic = false,
): Promise<Result<{ amount: number }>> {
  type Step = Result<{ amount: number; id?: string | undefined }>
  const free = async (machine: MachineState, amount: number): Promise<Step> => {
    await expectUnchanged(floor, machine)
    if (!isEmpty(machine)) return refused(Code.machineBusy)
    dismissTakenOver(floor, machine, playerId)
    await freeSeat(floor, machine)
    return { ok: true, amount }
  }
  const started = await runOnMachine(floor, machineId, async (machine): Promise<Step> => {
    const error = notSeatedError(floor, machine, playerId) ?? unfinishedError(machine)
    if (error) return error
    if (machine.credit === 0) return free(machine, 0)
    const out = await startTransfer(floor, machine, playerId, finalCashOut(machine, isAutomatic))
    return out.ok && out.id === undefined ? free(machine, out.amount) : out
  })
  const found = floor.machines.get(machineId)
  if (!started.ok || started.id === undefined || !found) return started
  const out = await awaitTransfer(floor, found, playerId, started.id)
  if (!out.ok) return out
  return runOnMachine(floor, machineId, async (machine) =>
    machine.seat?.playerId === playerId ? free(machine, out.amount) : refused(Code.machineBusy),
  )
}
