import { sql } from 'kysely'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/** Whose sums are kept. */
const MAX_PLAYERS = 10_000

/** Sums over the ledger up to the movement `lastId`: the loss in cents by the start of its period. */
interface Sums {
  readonly lastId: number
  readonly losses: ReadonlyMap<number, number>
}

export interface NetLosses {
  /**
   * The stakes minus the wins of a player's spins since each of `starts` (ms since 1970), and what the games
   * and hand pays of cabinets took from the player's credit; cents, by start.
   */
  since(db: Db | Trx, playerId: string, starts: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/**
 * Keeps the sums of the players that were asked for last, and adds what is newer: a player's spins and games
 * are booked one after the other.
 */
export function createNetLosses(): NetLosses {
  const players = new Map<string, Sums>()
  return {
    async since(db, playerId, starts) {
      if (starts.length === 0) return new Map()
      const known = players.get(playerId)
      const isContinued = known !== undefined && starts.every((start) => known.losses.has(start))
      const before = isContinued ? known : { lastId: 0, losses: new Map(starts.map((start) => [start, 0])) }
      const sums = await addNewer(db, Number(playerId), before)
      players.delete(playerId)
      players.set(playerId, sums)
      const [oldest] = players.keys()
      if (players.size > MAX_PLAYERS && oldest !== undefined) players.delete(oldest)
      return sums.losses
    },
  }
}

async function addNewer(db: Db | Trx, playerId: number, { lastId, losses }: Sums): Promise<Sums> {
  const starts = [...losses.keys()]
  const earliest = new Date(Math.min(...starts))
  // The first movement of the visits since then: an account's older movements are not read.
  const first = sql`(
    select m.id from visits v
      cross join lateral (
        (select request_id from spins where visit_id = v.id order by id limit 1)
        union all
        (select 'game:' || machine_id || ':' || number from cabinet_games where visit_id = v.id order by number limit 1)
      ) s
      join movements m on m.request_id = s.request_id
    where v.player_id = ${playerId} and (v.ended_at is null or v.ended_at > ${earliest})
    order by v.id limit 1)`
  const from = lastId > 0 ? sql`m.id > ${lastId}::bigint` : sql`m.id >= ${first}`
  const lossesSince = starts.map(
    (start) => sql`coalesce(-sum(e.amount) filter (where m.created_at >= ${new Date(start)}), 0)`,
  )
  const { rows } = await sql<{ losses: number[]; last: number | null }>`
    select jsonb_build_array(${sql.join(lossesSince)}) as losses, max(m.id) as last
    from movements m join entries e on e.movement_id = m.id
      and e.account_id in ('machine:' || m.machine_id, 'transit:' || m.machine_id)
    where m.player_id = ${playerId} and ${from} and m.kind in ('stake', 'win', 'game', 'hand-pay')
      and m.created_at >= ${earliest}`.execute(db)
  const [row] = rows
  const added = starts.map(
    (start, place) => [start, (losses.get(start) ?? 0) + (row?.losses[place] ?? 0)] as const,
  )
  return { lastId: row?.last ?? lastId, losses: new Map(added) }
}
