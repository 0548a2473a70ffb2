import { Code } from '../../src/contract/codes.ts'
import type { MachineStatus } from '../../src/contract/http.ts'
import type { Capabilities, GameState } from '../../src/contract/live.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import { inTransaction, isUniqueViolation } from '../store/transaction.ts'
import { freeSeat, holdIn, setHeld } from './close.ts'
import { expectCurrent, notTheirs, onMachine, playMachine } from './command.ts'
import { callOff, type FloorContext, tellGame, tellLeave } from './context.ts'
import {
  capabilities,
  gameState,
  hasBonus,
  isEmpty,
  isSpinning,
  type MachineState,
  type Seat,
  statusOf,
} from './machine.ts'
import { type CashoutAnswer, cashOutIn } from './money.ts'

/** All that a page needs to show a machine. Amounts in cents. */
export interface Seated {
  balance: number
  seq: number
  machine: { id: string; name: string; brand: string; status: MachineStatus }
  game: GameState
  capabilities: Capabilities
  /** Names this page when it holds or leaves the machine. */
  presence: number
}

function whyNotSit(floor: FloorContext, machine: MachineState, playerId: string): Refused | undefined {
  if (floor.stopping) return refused(Code.stopping)
  if (machine.fault && machine.seat?.playerId !== playerId) return refused(Code.machineOutOfOrder)
  if (machine.seat) return machine.seat.playerId === playerId ? undefined : refused(Code.machineTaken)
  if (machine.simulated === 'offline' || machine.simulated === 'error') return refused(Code.machineOutOfOrder)
  if (machine.simulated) return refused(Code.machineTaken)
  return elsewhere(floor, playerId)
}

function elsewhere(floor: FloorContext, playerId: string): Refused | undefined {
  const other = floor.machines.get(floor.seats.get(playerId) ?? '')
  return other && refused(Code.seatedElsewhere, { machineId: other.id, name: other.name })
}

/** Begins a visit. A player who took another machine at the same moment is refused by the database. */
async function takeSeat(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
): Promise<Result<object>> {
  const at = new Date(floor.clock.now())
  const stake = machine.game.stakes[0] ?? 0
  try {
    const { seq, visitId } = await inTransaction(floor.db, async (trx) => {
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
          stake,
          bonus_win: 0,
          seq: row('seq', '+', 1),
        }))
        .where('id', '=', Number(machine.id))
        .where('seq', '=', machine.seq)
        .returning('seq')
        .executeTakeFirst()
      return { ok: true, seq: expectCurrent(taken).seq, visitId: visit.id }
    })
    const seat: Seat = { playerId, visitId, heldUntil: undefined, presence: 0 }
    Object.assign(machine, { seq, stake, seat, bonusWin: 0, spin: undefined })
    floor.seats.set(playerId, machine.id)
    if (machine.terminated === playerId) machine.terminated = undefined
    return { ok: true }
  } catch (error) {
    if (!isUniqueViolation(error, 'machines_seat_player_key')) throw error
    return elsewhere(floor, playerId) ?? refused(Code.machineBusy)
  }
}

/**
 * Sits down at a machine, or goes on where the player left it. Codes: machineNotFound, machineTaken,
 * machineOutOfOrder, seatedElsewhere with the other machine's `machineId` and `name`, stopping.
 */
export function sit(floor: FloorContext, playerId: string, machineId: string): Promise<Result<Seated>> {
  return playMachine(floor, machineId, async (machine) => {
    const no = whyNotSit(floor, machine, playerId)
    if (no) return no
    const wallet = await balanceOf(floor.db, walletOf(playerId))
    if (machine.seat) {
      await setHeld(floor, machine, undefined)
    } else {
      const taken = await takeSeat(floor, machine, playerId)
      if (!taken.ok) return taken
    }
    callOff(floor, `hold ${machineId}`)
    const seat = expectCurrent(machine.seat)
    seat.presence += 1
    tellGame(floor, machine)
    return {
      ok: true,
      presence: seat.presence,
      balance: wallet.balance,
      seq: wallet.version,
      machine: {
        id: machine.id,
        name: machine.name,
        brand: machine.brand.key,
        status: statusOf(machine, playerId),
      },
      game: gameState(machine),
      capabilities: capabilities(machine),
    }
  })
}

/** A page that another one has taken over from. */
const isReplaced = (machine: MachineState, presence: number | undefined) =>
  presence !== undefined && machine.seat?.presence !== presence

/**
 * A page is gone that held the machine. `presence` is what `sit` gave to it; when a newer one plays, nothing
 * happens.
 */
function pageGone(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence: number | undefined,
  then: (machine: MachineState) => Promise<void>,
): Promise<Result<object>> {
  return onMachine(floor, machineId, async (machine) => {
    const no = notTheirs(floor, machine, playerId)
    if (no) return no
    if (!isReplaced(machine, presence)) await then(machine)
    return { ok: true }
  })
}

/** The player's connection is gone: the machine is kept for them for a while. Codes: notSeated, stopping. */
export function hold(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence?: number,
): Promise<Result<object>> {
  return pageGone(floor, playerId, machineId, presence, (machine) => holdIn(floor, machine))
}

/** The player has left on purpose: an empty machine is free at once, any other is kept as by `hold`. */
export function leave(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  presence?: number,
): Promise<Result<object>> {
  return pageGone(floor, playerId, machineId, presence, (machine) =>
    isEmpty(machine) ? freeSeat(floor, machine) : holdIn(floor, machine),
  )
}

function dismiss(floor: FloorContext, machine: MachineState, playerId: string): void {
  tellLeave(floor, machine, playerId, Code.takenOver)
}

/** Sends away the page on which this player plays the machine, so that another page can go on. */
export function kick(floor: FloorContext, playerId: string, machineId: string): Promise<Result<object>> {
  return onMachine(floor, machineId, async (machine) => {
    const no = notTheirs(floor, machine, playerId)
    if (no) return no
    dismiss(floor, machine, playerId)
    await holdIn(floor, machine)
    return { ok: true }
  })
}

/**
 * Cashes out and frees the seat; answers the cents that came back to the wallet. Codes: notSeated, machineBusy
 * while the reels turn, bonusPending while free spins wait, stopping.
 */
export function cancel(
  floor: FloorContext,
  playerId: string,
  machineId: string,
): Promise<Result<Pick<CashoutAnswer, 'amount'>>> {
  return onMachine(floor, machineId, async (machine) => {
    const no = notTheirs(floor, machine, playerId)
    if (no) return no
    if (isSpinning(machine)) return refused(Code.machineBusy)
    if (hasBonus(machine)) return refused(Code.bonusPending)
    const visit = expectCurrent(machine.seat).visitId
    let amount = 0
    if (machine.credit > 0) {
      const out = await cashOutIn(floor, machine, playerId, `visit:${visit}:${machine.seq}`)
      if (!out.ok) return out
      amount = out.amount
    }
    dismiss(floor, machine, playerId)
    await freeSeat(floor, machine)
    return { ok: true, amount }
  })
}
