import { sql } from 'kysely'
import * as v from 'valibot'
import type { CabinetRecord } from '../machines/cabinet/cabinet.ts'
import type { Rules } from '../machines/driver.ts'
import type { Db } from '../store/db.ts'
import type { MachineRow, SpinRow } from '../store/tables.ts'
import type { MachineState, Seat, Spin } from './machine.ts'
import type { RulesStore } from './rules-store.ts'

const Wins = v.array(
  v.object({ line: v.number(), symbols: v.number(), symbol: v.string(), amount: v.number() }),
)

export interface MachineRecord {
  readonly row: MachineRow & { credit: number }
  /** The last spin of the current visit. */
  readonly spin: SpinRow | undefined
  /** The rules that it was played by, if they are stored. */
  readonly rules: Rules | undefined
  /** Of a cabinet; `transit`: cents in transit. */
  readonly cabinet: (CabinetRecord & { readonly transit: number }) | undefined
}

/**
 * Reads all machines, or some, with the credit and the visit's last spin. `afterWrites`: waits for pending
 * writes to them, such as a statement whose connection was lost.
 */
export async function readMachines(
  { db, rules }: { readonly db: Db; readonly rules: RulesStore },
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
  const cabinets = await readCabinets(db, rows)
  const known = await rules.find(spins.map(({ definition }) => definition))
  return rows.map((row) => {
    const spin = spins.find(({ visit_id }) => visit_id === row.visit_id)
    const played = known.get(spin?.definition ?? '')
    return { row, spin, rules: played, cabinet: cabinets.get(row.id) }
  })
}

function spinOf(row: SpinRow, rules: Rules | undefined): Spin {
  return {
    id: String(row.id),
    stake: row.stake,
    win: row.win,
    rules,
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

/** The stored stake, or the highest one below it that is still offered, else the lowest. */
function offeredStake(stakes: readonly number[], stored: number): number {
  return stakes.findLast((stake) => stake <= stored) ?? stakes[0] ?? 0
}

/** The cabinets among these machines, by id. */
async function readCabinets(
  db: Db,
  rows: readonly MachineRow[],
): Promise<ReadonlyMap<number, CabinetRecord & { readonly transit: number }>> {
  const ids = rows.filter(({ driver }) => driver === 'controller').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('cabinets as c')
    .leftJoin('transfers as t', (join) =>
      join.onRef('t.machine_id', '=', 'c.machine_id').on('t.state', '=', 'pending'),
    )
    .leftJoin('accounts as a', (join) => join.onRef('a.id', '=', sql`'transit:' || c.machine_id`))
    .select(['c.machine_id', 'c.last_game', 'c.extra', 'c.closed', 't.id', 't.direction', 't.cents'])
    .select(['t.player_id', 't.visit_id', 'a.balance'])
    .where('c.machine_id', 'in', ids)
    .execute()
  const games = await db
    .selectFrom('cabinet_games')
    .distinctOn('machine_id')
    .select(['machine_id', 'number', 'stake', 'win', 'visit_id'])
    .where('visit_id', 'in', [0, ...rows.flatMap(({ visit_id }) => visit_id ?? [])])
    .orderBy('machine_id')
    .orderBy('number', 'desc')
    .execute()
  const handPays = await db
    .selectFrom('hand_pays')
    .select(['machine_id', 'id', 'cents', 'visit_id'])
    .where('machine_id', 'in', ids)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .execute()
  return new Map(
    found.map(({ machine_id, last_game, extra, closed, balance, ...transfer }) => {
      const { id, direction, cents, player_id, visit_id } = transfer
      const pending =
        id && direction && cents !== null && player_id !== null && visit_id !== null
          ? { id, direction, cents, playerId: String(player_id), visitId: visit_id }
          : undefined
      const game = games.find((row) => row.machine_id === machine_id)
      const record = {
        ...{ lastGame: last_game ?? undefined, extra, closed: closed ?? undefined, pending },
        lastBooked: game && { ...game, visitId: game.visit_id ?? undefined },
        handPays: handPays
          .filter((row) => row.machine_id === machine_id)
          .map(({ id, cents, visit_id }) => ({ id, cents, visitId: visit_id ?? undefined })),
      }
      return [machine_id, { ...record, transit: balance ?? 0 }]
    }),
  )
}

/** Replaces a machine's state with the database's. */
export function applyRow(machine: MachineState, { row, spin, rules, cabinet }: MachineRecord): void {
  machine.seq = row.seq
  const isCashingOut = cabinet?.pending?.direction === 'cash-out'
  machine.credit = isCashingOut ? cabinet.transit : row.credit
  if (cabinet) {
    const { transit: _, ...record } = cabinet
    machine.driver.restore(record)
  }
  machine.stake = offeredStake(machine.driver.stakes, row.stake)
  machine.freeSpins = row.free_spins
  machine.freeStake = row.free_stake
  machine.bonusWin = row.bonus_win
  machine.fault = row.fault ?? undefined
  machine.spin = spin ? spinOf(spin, rules) : undefined
  machine.idleAt = row.idle_at?.getTime()
  machine.lastBigWin = row.last_big_win ?? undefined
  machine.seat = seatOf(row, machine.seat)
}

/**
 * Keeps what the database does not store of a seat: its page. This process alone stores a hold during its
 * epoch, so the one that it counts is the latest, stored or not.
 */
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
    heldUntil: same?.heldUntil ?? held_until?.getTime(),
  }
}
