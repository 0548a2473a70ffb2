import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../store/db.ts'
import type { MachineRow, SpinRow } from '../store/tables.ts'
import type { MachineState, Seat, Spin } from './machine.ts'

const Wins = v.array(
  v.object({ line: v.number(), symbols: v.number(), symbol: v.string(), amount: v.number() }),
)

export interface MachineRecord {
  readonly row: MachineRow & { credit: number }
  /** The last spin of the current visit. */
  readonly spin: SpinRow | undefined
}

/**
 * Reads all machines, or some, with the credit and the visit's last spin. `afterWrites`: waits for pending
 * writes to them, such as a statement whose connection was lost.
 */
export async function readMachines(
  db: Db,
  machineIds?: readonly string[],
  afterWrites = false,
): Promise<MachineRecord[]> {
  let query = db
    .selectFrom('machines as m')
    .leftJoin('accounts as a', (join) => join.onRef('a.id', '=', sql`'machine:' || m.id`))
    .selectAll('m')
    .select((row) => row.fn.coalesce('a.balance', sql.lit(0)).as('credit'))
    .orderBy('m.id')
  if (machineIds !== undefined) query = query.where('m.id', 'in', machineIds.map(Number))
  if (afterWrites) query = query.forNoKeyUpdate('m')
  const rows = await query.execute()
  const visits = rows.flatMap(({ visit_id }) => visit_id ?? [])
  const spins = visits.length
    ? await db
        .selectFrom('spins')
        .distinctOn('visit_id')
        .selectAll()
        .where('visit_id', 'in', visits)
        .orderBy('visit_id')
        .orderBy('id', 'desc')
        .execute()
    : []
  return rows.map((row) => ({ row, spin: spins.find(({ visit_id }) => visit_id === row.visit_id) }))
}

function spinOf(row: SpinRow): Spin {
  return {
    id: String(row.id),
    stake: row.stake,
    win: row.win,
    free: row.free,
    freeAwarded: row.free_awarded,
    jackpotHit: row.jackpot_hit,
    jackpot: row.jackpot,
    stops: row.stops,
    wins: v.parse(Wins, row.wins),
    startedAt: row.created_at.getTime(),
    settled: row.settled_at !== null,
  }
}

/** Replaces a machine's state with the database's. */
export function applyRow(machine: MachineState, { row, spin }: MachineRecord): void {
  machine.seq = row.seq
  machine.credit = row.credit
  machine.stake = row.stake || (machine.driver.stakes[0] ?? 0)
  machine.freeSpins = row.free_spins
  machine.freeStake = row.free_stake
  machine.bonusWin = row.bonus_win
  machine.fault = row.fault ?? undefined
  machine.spin = spin ? spinOf(spin) : undefined
  machine.idleAt = row.idle_at?.getTime()
  machine.seat = seatOf(row, machine.seat)
}

/** Keeps what the database does not store of a seat: its page, and a hold that only this process counts. */
function seatOf(
  { seat_player, visit_id, held_until }: MachineRow,
  previous: Seat | undefined,
): Seat | undefined {
  if (seat_player === null || visit_id === null) return undefined
  const same = previous?.visitId === visit_id ? previous : undefined
  return {
    presence: 0,
    ...same,
    playerId: String(seat_player),
    visitId: visit_id,
    heldUntil: held_until?.getTime() ?? (same?.interrupted ? same.heldUntil : undefined),
  }
}
