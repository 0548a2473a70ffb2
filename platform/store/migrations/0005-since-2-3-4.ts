import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/*
 * From release 2.3.4 to the next: the hash chains over the books, tables that refuse changes, several
 * processes on one floor, the players' logins and own limits, and cabinets. tables.ts describes the columns.
 */

/** A brand is identified by the key of its pack. */
const BRANDS = [
  'alter table brands rename column brand to key',
  'alter table brands add constraint brands_key unique (key)',
]

/**
 * Wrong passwords are counted by player and network: a guesser locks out their own network, not the player. A
 * login has a device, a last use and the time at which its newest token expires (null: a token of 2.3.4).
 * Codes for a login from a phone are stored as hashes.
 */
const LOGINS = [
  'alter table players drop column failed_logins, drop column blocked_until',
  `create table login_attempts (
    player_id bigint not null references players,
    network text not null,
    failed integer not null,
    blocked_until timestamptz,
    at timestamptz not null,
    primary key (player_id, network)
  )`,
  `alter table logins add column device text not null default '', add column used_at timestamptz,
    add column token_until timestamptz`,
  'update logins set used_at = created_at',
  'alter table logins alter column used_at set default now(), alter column used_at set not null',
  'create index logins_open on logins (used_at) where revoked_at is null',
  `create table login_links (
    code_hash text primary key,
    secret_hash text not null unique,
    venue text not null,
    screen text not null,
    state text not null check (state in ('waiting', 'confirmed', 'refused')),
    player_id bigint references players,
    login_id text references logins on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index login_links_expiry on login_links (expires_at)',
  // Retention removes rows by their age.
  'create index events_at on events (at)',
  'create index logins_created_at on logins (created_at)',
  'create index chat_messages_at on chat_messages (at)',
]

/**
 * A process holds one lease, its row in `nodes`. Each change of a machine's owner raises the machine's epoch,
 * and every write of a machine names the epoch that it was prepared for.
 */
const PROCESSES = [
  'create table nodes (id text primary key, until timestamptz not null, address text)',
  'create table shared_keys (name text primary key, value text not null)',
  `alter table machines add column owner text, add column epoch bigint not null default 0,
    add column idle_at timestamptz, add column last_big_win bigint,
    add column driver text not null default 'simulated' check (driver in ('simulated', 'controller'))`,
]

/** Besides its own account the house has one account per machine. */
const ACCOUNTS = [
  `alter table accounts drop constraint accounts_not_negative,
    add constraint accounts_not_negative check (balance >= 0 or id = 'house' or id like 'house:%')`,
]

/** The rules of a spin, the chains, and the operator's actions. */
const BOOKS = [
  `create table game_definitions (
    hash text primary key,
    game text not null,
    definition text not null,
    created_at timestamptz not null default now()
  )`,
  'alter table spins add column definition text references game_definitions',
  'create unique index spins_request_id on spins (request_id)',
  `create table operator_actions (
    id bigint generated always as identity primary key,
    action text not null,
    target jsonb not null,
    outcome text not null,
    ip text not null,
    at timestamptz not null
  )`,
  'create table movement_chain (movement_id bigint primary key, hash text not null)',
  'create table settlement_chain (spin_id bigint primary key, hash text not null)',
  'create table visit_chain (visit_no bigint primary key, hash text not null)',
  'create table action_chain (action_id bigint primary key, hash text not null)',
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
  // Each deposit and withdrawal has an action; those of 2.3.4 get theirs here.
  `insert into operator_actions (action, target, outcome, ip, at)
    select case when m.request_id like 'demo:%:start' then 'demo credit' else 'unrecorded ' || m.kind end,
      jsonb_build_object('player', m.player_id::text, 'cents', abs(e.amount), 'reference', m.request_id),
      'done', 'local', m.created_at
    from movements m left join entries e on e.movement_id = m.id and e.account_id = 'wallet:' || m.player_id
    where m.kind in ('deposit', 'withdraw') order by m.id`,
  // A claim finds the player's earlier ones without reading all stakes and wins.
  `create index movements_claims on movements (player_id, kind, id) where kind in ('discount', 'bonus')`,
]

/**
 * The limits and pauses that players set for themselves, and the operator's maximum stakes for players:
 * players/own-limits.ts.
 */
const LIMITS = [
  `create table player_limits (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    kind text not null check (kind in ('loss-day', 'loss-week', 'loss-month', 'time-day', 'pause', 'max-stake')),
    value bigint check (value > 0),
    set_at timestamptz not null,
    from_at timestamptz not null,
    until timestamptz,
    constraint player_limits_until check ((kind = 'pause') = (until is not null))
  )`,
  'create index player_limits_of_player on player_limits (player_id, id)',
]

/** Money in transit between a wallet and a cabinet, the games that cabinets report, and hand pays. */
const CABINETS = [
  `create table cabinets (
    machine_id integer primary key references machines,
    connection bigint not null default 0,
    last_game bigint,
    extra bigint not null default 0 check (extra >= 0),
    closed text,
    meters jsonb,
    camera jsonb
  )`,
  `create table transfers (
    id text primary key,
    machine_id integer not null references machines,
    player_id bigint not null references players,
    visit_id bigint not null references visits,
    direction text not null check (direction in ('load', 'cash-out')),
    cents bigint not null check (cents > 0),
    state text not null default 'pending' check (state in ('pending', 'done', 'refused', 'unknown', 'settled')),
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create unique index transfers_one_pending on transfers (machine_id) where state = 'pending'`,
  `create table cabinet_games (
    machine_id integer not null references machines,
    number bigint not null,
    stake bigint not null check (stake >= 0),
    win bigint not null check (win >= 0),
    credit bigint not null check (credit >= 0),
    player_id bigint references players,
    visit_id bigint references visits,
    played_at timestamptz not null,
    created_at timestamptz not null,
    primary key (machine_id, number)
  )`,
  `create table hand_pays (
    machine_id integer not null references machines,
    id text not null,
    cents bigint not null check (cents > 0),
    player_id bigint references players,
    visit_id bigint references visits,
    state text not null default 'waiting' check (state in ('waiting', 'machine', 'attendant')),
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (machine_id, id)
  )`,
  // Limits and histories find the games by visit and player, the comparison with meters the transfers.
  'create index cabinet_games_of_visit on cabinet_games (visit_id, number)',
  'create index cabinet_games_of_player on cabinet_games (player_id, machine_id, number)',
  `create index transfers_loads on transfers (machine_id) where direction = 'load' and state = 'done'`,
  `create index movements_cash_outs on movements (machine_id) where kind = 'cash-out'`,
]

/**
 * A call about a player's history reads no more rows of a long history than of a short one: visits with a
 * jackpot, visits and transfers at the machines of a search, the visits of a period, events of one type, chat
 * messages and open logins.
 */
const HISTORIES = [
  'create index spins_jackpots on spins (visit_id) where jackpot_hit',
  'create index visits_of_machine on visits (player_id, machine_id, id)',
  `create index visits_ended on visits (player_id, coalesce(ended_at, 'infinity'))`,
  `create index movements_transfers on movements (player_id, machine_id, id)
    where kind in ('cash-in', 'cash-in-back', 'cash-out', 'settle')`,
  'create index events_of_type on events (player_id, type, at)',
  `create index events_shown on events (player_id, id) where type <> 'check success'`,
  'create index chat_messages_unread on chat_messages (player_id, contact_id) where unread',
  'create index chat_messages_sent on chat_messages (player_id, id) where from_player',
  'create index logins_open_of_player on logins (player_id, created_at) where revoked_at is null',
]

const changed = (columns: string) => {
  const rows = ['new', 'old'].map((row) => `(${columns.replaceAll(/\w+/g, (column) => `${row}.${column}`)})`)
  return rows.join(' is distinct from ')
}
const refuse = (table: string, event: 'insert' | 'update' | 'delete' | 'truncate', when = '') =>
  `create trigger ${table}_no_${event} before ${event} on ${table}
    for each ${event === 'truncate' ? 'statement' : 'row'} ${when && `when (${when})`} execute function refuse_change()`

/** Rows that are only added. */
const APPEND_ONLY = [
  'movements',
  'entries',
  'movement_chain',
  'settlement_chain',
  'visit_chain',
  'action_chain',
  'game_definitions',
  'operator_actions',
  'player_limits',
  'cabinet_games',
]
/** Rows that stay, with the columns that do not. */
const KEPT = ['spins', 'visits', 'machines', 'accounts', 'cabinets', 'transfers', 'hand_pays']
const SPIN =
  'id, request_id, machine_id, player_id, visit_id, game, definition, stake, free, stops, wins, win, jackpot_hit, free_awarded, created_at'
const TRIGGERS = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the books are append-only: no % on %', lower(tg_op), tg_table_name;
    end $$`,
  ...APPEND_ONLY.map((table) => refuse(table, 'update')),
  ...[...APPEND_ONLY, ...KEPT].flatMap((table) => [refuse(table, 'delete'), refuse(table, 'truncate')]),
  refuse('spins', 'update', `old.settled_at is not null or ${changed(SPIN)}`),
  refuse(
    'visits',
    'insert',
    `new.ended_at is not null or new.end_no is not null
      or (new.cash_in, new.cash_out, new.spins, new.free_spins) <> (0, 0, 0, 0)`,
  ),
  refuse(
    'visits',
    'update',
    `old.ended_at is not null or ${changed('id, player_id, machine_id, started_at, end_no')}`,
  ),
  `create trigger visits_numbered before update on visits for each row
    when (new.ended_at is not null) execute function number_visit_end()`,
  refuse('cabinets', 'insert', 'new.extra <> 0 or new.last_game is not null'),
  refuse(
    'transfers',
    'update',
    `old.state <> 'pending' or ${changed('id, machine_id, player_id, visit_id, direction, cents, created_at')}`,
  ),
  refuse(
    'hand_pays',
    'update',
    `old.state <> 'waiting' or ${changed('machine_id, id, cents, player_id, visit_id, created_at')}`,
  ),
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

/** Chains the rows up to the first that is not final. */
async function chain(db: Kysely<unknown>, table: string, rows: string): Promise<void> {
  let previous = ''
  for (let after = 0; ; ) {
    const { rows: batch } = await sql<{ no: number; content: string | null }>`
      select * from (${sql.raw(rows)}) r where no > ${after}::bigint order by no limit ${BATCH}::int`.execute(
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

/** The spaces and invisible characters around a name, which a login removes. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/**
 * The index serves the lookup of a name without the difference between i and ı (players/usernames.ts). No
 * login finds a stored name that begins or ends with an invisible character: such characters go, unless
 * another player has the resulting name.
 */
export async function repairUsernames(db: Kysely<unknown>): Promise<void> {
  await sql`create index players_one_i
    on players (replace(replace(username_key, ${sql.lit('i\u0307')}, 'i'), 'ı', 'i'))`.execute(db)
  const { rows } = await sql<Record<'id' | 'username' | 'username_key', string>>`
    select id::text, username, username_key from players`.execute(db)
  const keys = new Set(rows.map(({ username_key }) => username_key))
  for (const { id, username, username_key } of rows) {
    const plain = username_key.replace(EDGES, '')
    if (keys.has(plain)) continue
    keys.add(plain)
    await sql`update players set username = ${username.replace(EDGES, '')}, username_key = ${plain}
      where id = ${id}::bigint`.execute(db)
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    ...BRANDS,
    ...LOGINS,
    ...PROCESSES,
    ...ACCOUNTS,
    ...BOOKS,
    ...LIMITS,
    ...CABINETS,
    ...HISTORIES,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await chain(db, 'settlement_chain', SETTLEMENTS)
  await chain(db, 'visit_chain', VISITS)
  await chain(db, 'action_chain', ACTIONS)
  await repairUsernames(db)
  for (const statement of TRIGGERS) await sql.raw(statement).execute(db)
}
