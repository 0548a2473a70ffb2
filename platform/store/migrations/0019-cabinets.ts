import { type Kysely, sql } from 'kysely'

/*
 * Cabinets behind controllers: money in transit between a wallet and a cabinet, the games that cabinets
 * report, and hand pays. tables.ts describes the columns. Games are final; a transfer and a hand pay change
 * until they are over.
 */

const changed = (columns: string) => {
  const rows = ['new', 'old'].map((row) => `(${columns.replaceAll(/\w+/g, (column) => `${row}.${column}`)})`)
  return rows.join(' is distinct from ')
}
const refuse = (table: string, event: string, when = '') =>
  `create trigger ${table}_no_${event} before ${event} on ${table}
    for each ${event === 'truncate' ? 'statement' : 'row'} ${when} execute function refuse_change()`

const STATEMENTS = [
  `create table cabinets (
    machine_id integer primary key references machines,
    connection bigint not null default 0,
    last_game bigint,
    extra bigint not null default 0 check (extra >= 0),
    closed text,
    meters jsonb
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
  refuse('cabinet_games', 'update'),
  refuse('cabinets', 'insert', 'when (new.extra <> 0 or new.last_game is not null)'),
  refuse(
    'transfers',
    'update',
    `when (old.state <> 'pending' or ${changed('id, machine_id, player_id, visit_id, direction, cents, created_at')})`,
  ),
  refuse(
    'hand_pays',
    'update',
    `when (old.state <> 'waiting' or ${changed('machine_id, id, cents, player_id, visit_id, created_at')})`,
  ),
  ...['cabinets', 'transfers', 'cabinet_games', 'hand_pays'].flatMap((table) => [
    refuse(table, 'delete'),
    refuse(table, 'truncate'),
  ]),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
