import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../store/db.ts'

/** How long a history is: a visit of `spins`, then visits of ten spins each. */
interface Lengths {
  readonly spins: number
  readonly visits: number
  readonly events: number
  readonly messages: number
  readonly logins: number
}

const SPINS_OF_A_VISIT = 10

/**
 * For tests and benches: gives a player a long history on one machine, between two times; lost spins only.
 * The hash chains and the wallet's balance do not include it.
 */
export async function addLongHistory(
  db: Db,
  { playerId, machineId, from, to }: { playerId: string; machineId: number; from: Date; to: Date },
  { spins, visits, events, messages, logins }: Lengths,
): Promise<void> {
  const [player, wallet] = [sql.lit(Number(playerId)), sql.lit(`wallet:${playerId}`)]
  const [machine, credit] = [sql.lit(machineId), sql.lit(`machine:${machineId}`)]
  const total = sql.lit(spins + visits * SPINS_OF_A_VISIT)
  const start = sql.lit(from.toISOString())
  const length = sql.lit(`${to.getTime() - from.getTime()} ms`)
  /** The time of a spin, by the number of spins before it. */
  const at = (before: RawBuilder<unknown>) =>
    sql`${start}::timestamptz + ${length}::interval * ((${before})::float / ${total})`
  const rows = (count: number) => sql`generate_series(1, ${sql.lit(count)}) n`
  await db.connection().execute(async (one) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(one)
    // The triggers refuse a visit that begins with spins.
    await run(sql`set session_replication_role = replica`)
    await run(sql`create temp table long_visits as
      select nextval(pg_get_serial_sequence('visits', 'id')) as id, n,
        case n when 0 then ${sql.lit(spins)} else ${sql.lit(SPINS_OF_A_VISIT)} end as spins,
        case n when 0 then 0 else ${sql.lit(spins)} + (n - 1) * ${sql.lit(SPINS_OF_A_VISIT)} end as before
      from generate_series(0, ${sql.lit(visits)}) n`)
    await run(sql`insert into visits (id, player_id, machine_id, started_at, ended_at, cash_in, spins, end_no)
      overriding system value
      select id, ${player}, ${machine}, ${at(sql`before`)}, ${at(sql`before + spins`)}, 100 * spins, spins,
        nextval(pg_get_serial_sequence('visits', 'id'))
      from long_visits order by n`)
    await run(sql`insert into spins (request_id, machine_id, player_id, visit_id, game, stake, free, stops, wins, win,
        jackpot_hit, free_awarded, created_at, settled_at)
      select 'long:' || ${player} || ':' || before + k, ${machine}, ${player}, id, 'classic5', 100, false, '[]', '[]', 0,
        false, 0, ${at(sql`before + k - 1`)}, ${at(sql`before + k - 1`)}
      from long_visits cross join generate_series(1, spins) k order by before + k`)
    // The load of a visit, and then its stakes.
    await run(sql`insert into movements (request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
      select 'long:' || ${player} || case k when 0 then ':load:' || id else ':' || before + k end,
        case k when 0 then 'cash-in' else 'stake' end, '', ${player}, ${machine}, '{}', ${at(sql`before + greatest(k - 1, 0)`)}
      from long_visits cross join generate_series(0, spins) k order by n, k`)
    await run(sql`insert into accounts (id) values (${credit}) on conflict do nothing`)
    await run(sql`insert into entries (movement_id, account_id, amount, balance_after)
      select id, account, case when account = ${credit} then amount else -amount end, 0
      from movements
      cross join lateral (select case kind when 'stake' then -100 else 1000 end as amount) a
      cross join lateral (values (${credit}), (case kind when 'stake' then 'house' else ${wallet} end)) b (account)
      where request_id like 'long:' || ${player} || ':%'`)
    await run(sql`insert into events (player_id, type, ip, at)
      select ${player}, 'check success', '192.0.2.1', ${start} from ${rows(events)}`)
    await run(sql`insert into chat_messages (player_id, contact_id, from_player, message, at)
      select ${player}, 'demo-selin', true, '"hello"', ${start} from ${rows(messages)}`)
    await run(sql`insert into logins (id, player_id, ip, created_at, revoked_at)
      select 'long:' || ${player} || ':' || n, ${player}, '192.0.2.1', ${start}, ${start} from ${rows(logins)}`)
    await run(sql`set session_replication_role = origin`)
  })
}
