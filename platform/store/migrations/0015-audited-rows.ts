import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/*
 * Adds hash chains over rows that no movement covers: the settlements of spins, the starts and ends of
 * visits, and the operator's actions. The existing rows become the first links, so that a later change of any
 * of them is found.
 */

/** Runs before the tables of play are locked, because it may take long and play continues. */
const CREATE_CHAINS = [
  'create table settlement_chain (spin_id bigint primary key, hash text not null)',
  'create table visit_chain (visit_no bigint primary key, hash text not null)',
  'create table action_chain (action_id bigint primary key, hash text not null)',
]

const refuse = (table: string, when = '') =>
  `create trigger ${table}_append_only before ${when ? 'update' : 'update or delete'} on ${table} for each row ${when}
    execute function refuse_change()`
const refuseRemoval = (table: string) => [
  `create trigger ${table}_not_deleted before delete on ${table} for each row execute function refuse_change()`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function refuse_change()`,
]
const changed = (columns: string) => {
  const rows = ['new', 'old'].map((row) => `(${columns.replaceAll(/\w+/g, (column) => `${row}.${column}`)})`)
  return rows.join(' is distinct from ')
}

const SPIN =
  'id, request_id, machine_id, player_id, visit_id, game, definition, stake, free, stops, wins, win, jackpot_hit, free_awarded, created_at'

const STATEMENTS = [
  // For a spin, a condition is cheaper than a function.
  'drop trigger spins_settled_once on spins',
  'drop function refuse_spin_change()',
  `create trigger spins_settled_once before update on spins for each row
    when (old.settled_at is not null or ${changed(SPIN)}) execute function refuse_change()`,
  // The sequence of the visits' ids also numbers their ends, so that starts and ends have one order.
  'alter table visits add column end_no bigint',
  `update visits set end_no = nextval(pg_get_serial_sequence('visits', 'id')) where ended_at is not null`,
  'create unique index visits_end_no on visits (end_no)',
  // Runs with the rights of its owner: a user with rights on the tables has none on the sequence.
  `create function number_visit_end() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $$
    begin
      new.end_no := nextval(pg_get_serial_sequence(quote_ident(tg_table_schema) || '.' || quote_ident(tg_table_name), 'id'));
      return new;
    end $$`,
  refuse(
    'visits',
    `when (old.ended_at is not null or ${changed('id, player_id, machine_id, started_at, end_no')})`,
  ),
  `create trigger visits_begin_empty before insert on visits for each row
    when (new.ended_at is not null or new.end_no is not null
      or (new.cash_in, new.cash_out, new.spins, new.free_spins) <> (0, 0, 0, 0)) execute function refuse_change()`,
  `create trigger visits_numbered before update on visits for each row
    when (new.ended_at is not null) execute function number_visit_end()`,
  ...['visits', 'machines', 'accounts'].flatMap(refuseRemoval),
  ...['settlement_chain', 'visit_chain', 'action_chain'].flatMap((table) => [
    refuse(table),
    `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function refuse_change()`,
  ]),
  // From now on each definition, deposit and withdrawal has an action; the existing ones get theirs here.
  `insert into operator_actions (action, target, outcome, ip, at)
    select 'game definition', jsonb_build_object('game', game, 'hash', hash), 'done', 'local', created_at
    from game_definitions order by created_at`,
  `insert into operator_actions (action, target, outcome, ip, at)
    select case when m.request_id like 'demo:%:start' then 'demo credit' else 'unrecorded ' || m.kind end,
      jsonb_build_object('player', m.player_id::text, 'cents', abs(e.amount), 'reference', m.request_id),
      'done', 'local', m.created_at
    from movements m left join entries e on e.movement_id = m.id and e.account_id = 'wallet:' || m.player_id
    where m.kind in ('deposit', 'withdraw') and not exists (
      select from operator_actions a where a.outcome = 'done' and a.action in ('players credit', 'players debit')
        and m.request_id = 'operator:' || (a.target ->> 'reference'))
    order by m.id`,
]

/** The contents of the links, in order. ledger/chained-rows.ts has the same, and never changes them. */
const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`
const SETTLEMENTS = `select id as no, case when settled_at is not null
    then '[' || concat_ws(', ', id, jackpot, ${us('settled_at')}) || ']' end as content from spins`
const VISITS = `select id as no, jsonb_build_array('start', id, player_id, machine_id, ${us('started_at')})::text as content
    from visits
  union all select end_no, jsonb_build_array('end', id, player_id, machine_id, ${us('started_at')}, ${us('ended_at')},
      cash_in, cash_out, spins, free_spins)::text from visits where end_no is not null`
const ACTIONS = `select id as no, jsonb_build_array(id, action, target, outcome, ip, ${us('at')})::text as content
  from operator_actions`

const BATCH = 2000

/** Chains the rows up to number `last`, or up to the first row that is not final. */
async function chain(db: Kysely<unknown>, table: string, rows: string, last: number): Promise<void> {
  let previous = ''
  for (let after = 0; ; ) {
    const { rows: batch } = await sql<{ no: number; content: string | null }>`
      select * from (${sql.raw(rows)}) r where no > ${after}::bigint and no <= ${last}::bigint order by no limit ${BATCH}::int`.execute(
      db,
    )
    const end = batch.findIndex(({ content }) => content === null)
    const links = batch.slice(0, end < 0 ? BATCH : end).map(({ no, content }) => {
      previous = hash('sha256', `${previous}\n${content}`)
      return { no, hash: previous }
    })
    await sql`insert into ${sql.table(table)}
      select * from jsonb_to_recordset(${JSON.stringify(links)}) as link (no bigint, hash text)`.execute(db)
    after = links.at(-1)?.no ?? after
    if (links.length < BATCH) return
  }
}

/**
 * The last spin before which no further spin can appear. Waits for spins that are being stored, and blocks no
 * later one.
 */
async function lastFinalSpin(db: Kysely<unknown>): Promise<number> {
  await sql`create temporary table last_spin (id bigint)`.execute(db)
  // The lock ends with the block. Its changes are undone, except those of its variables.
  await sql`do $$
    declare last bigint;
    begin
      begin
        lock table spins in share mode;
        select coalesce(max(id), 0) into last from spins;
        raise exception using errcode = 'RC001';
      exception when sqlstate 'RC001' then null;
      end;
      insert into last_spin values (last);
    end $$`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from last_spin`.execute(db)
  await sql`drop table last_spin`.execute(db)
  return rows[0]?.id ?? 0
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of CREATE_CHAINS) await sql.raw(statement).execute(db)
  await chain(db, 'settlement_chain', SETTLEMENTS, await lastFinalSpin(db))
  await sql`lock table operator_actions in share row exclusive mode`.execute(db)
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  await chain(db, 'visit_chain', VISITS, Number.MAX_SAFE_INTEGER)
  await chain(db, 'action_chain', ACTIONS, Number.MAX_SAFE_INTEGER)
}
