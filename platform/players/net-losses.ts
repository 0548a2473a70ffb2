import { sql } from 'kysely'
import { setNewest } from '../lib/set-newest.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/** Whose sums are kept. */
const MAX_PLAYERS = 10_000

/** Sums over the ledger up to the movement `lastId`: the loss in cents by the start of its period. */
interface Sums {
  readonly lastId: number
  readonly losses: ReadonlyMap<number, number>
}

/**
 * Keeps the sums of the players that were asked for last, and adds what is newer: a player's spins and games
 * are booked one after the other.
 */
export function createNetLosses() {
  const players = new Map<string, Sums>()
  return {
    /**
     * The stakes minus the wins of a player's spins since each of `starts` (ms since 1970), and what the
     * games and hand pays of cabinets took from the player's credit; cents, by start.
     */
    async since(db: Db | Trx, playerId: string, starts: readonly number[]): Promise<Sums['losses']> {
      if (starts.length === 0) return new Map()
      const known = players.get(playerId)
      const isContinued =
        known !== undefined && known.lastId > 0 && starts.every((start) => known.losses.has(start))
      const sums = isContinued
        ? await addNewer(db, Number(playerId), known)
        : await sumAll(db, Number(playerId), starts)
      setNewest(players, playerId, sums, MAX_PLAYERS)
      return sums.losses
    },
  }
}

/** Adds the movements after `lastId`, which are few: the last sum is of an earlier call. */
async function addNewer(db: Db | Trx, playerId: number, { lastId, losses }: Sums): Promise<Sums> {
  const starts = [...losses.keys()]
  const lossesSince = starts.map(
    (start) => sql`coalesce(-sum(e.amount) filter (where m.created_at >= ${new Date(start)}), 0)`,
  )
  const { rows } = await sql<{ losses: number[]; last: number | null }>`
    select jsonb_build_array(${sql.join(lossesSince)}) as losses, max(m.id) as last
    from movements m join entries e on e.movement_id = m.id
      and e.account_id in ('machine:' || m.machine_id, 'transit:' || m.machine_id)
    where m.player_id = ${playerId} and m.id > ${lastId}::bigint
      and m.kind in ('stake', 'win', 'game', 'hand-pay')`.execute(db)
  const [row] = rows
  const added = starts.map(
    (start, place) => [start, (losses.get(start) ?? 0) + (row?.losses[place] ?? 0)] as const,
  )
  return { lastId: row?.last ?? lastId, losses: new Map(added) }
}

/** More than there are: a player is at one machine at a time. Makes the planner read their spins by index. */
const MAX_DIVIDED = 100

/**
 * Sums without reading each spin. What a visit to a drawn machine lost is its loads less its cash-outs and
 * its credit. Spins are read of a visit that a start divides, and movements where the player has been at
 * cabinets, whose credit also changes without a game.
 */
async function sumAll(db: Db | Trx, playerId: number, starts: readonly number[]): Promise<Sums> {
  const times = starts.map((start) => new Date(start))
  const earliest = new Date(Math.min(...starts))
  const visits = sql`visits v
    where v.player_id = ${playerId} and coalesce(v.ended_at, 'infinity') >= ${earliest} and v.machine_id`
  const divided = times.map((at) => sql`(d.started_at < ${at} and coalesce(d.ended_at, 'infinity') >= ${at})`)
  const lossesSince = times.map(
    (at) => sql`coalesce((select sum(loss) from drawn where started_at >= ${at}), 0)
      + coalesce((select sum(case when created_at >= ${at} then staked else 0 end
          - case when settled_at >= ${at} then won else 0 end) from divided where started_at < ${at}), 0)
      + coalesce((select sum(loss) from games where created_at >= ${at}), 0)`,
  )
  const { rows } = await sql<{ losses: number[]; last: number | null }>`
    with drawn as (
      select id, started_at, ended_at, cash_in - cash_out - case when ended_at is null
        then coalesce((select balance from accounts where id = 'machine:' || machine_id), 0) else 0 end as loss
      from ${visits} not in (select machine_id from cabinets)
    ), divided as (
      select d.started_at, s.created_at, s.settled_at, case when s.free then 0 else s.stake end as staked,
        s.win + s.jackpot as won
      from (select * from drawn d where ${sql.join(divided, sql` or `)} limit ${sql.lit(MAX_DIVIDED)}) d
      cross join lateral (select * from spins where visit_id = d.id offset 0) s
    ), games as (
      select m.created_at, -e.amount as loss
      from movements m join entries e on e.movement_id = m.id
        and e.account_id in ('machine:' || m.machine_id, 'transit:' || m.machine_id)
      where m.player_id = ${playerId} and m.kind in ('game', 'hand-pay') and m.created_at >= ${earliest}
        and m.id >= (
          select m.id from (
            select v.id, (select 'game:' || machine_id || ':' || number from cabinet_games
              where visit_id = v.id order by number limit 1) as request_id
            from ${visits} in (select machine_id from cabinets)
          ) v join movements m on m.request_id = v.request_id order by v.id limit 1)
    )
    select jsonb_build_array(${sql.join(lossesSince)}) as losses, (
      select id from movements where player_id = ${playerId} and kind in ('stake', 'win', 'game', 'hand-pay')
      order by id desc limit 1) as last`.execute(db)
  const [row] = rows
  const losses = starts.map((start, place) => [start, row?.losses[place] ?? 0] as const)
  return { lastId: row?.last ?? 0, losses: new Map(losses) }
}
