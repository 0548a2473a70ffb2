import { type Kysely, sql } from 'kysely'

/** Every table of the platform. tables.ts describes the columns. */
const STATEMENTS = [
  `create table brands (
    id integer primary key,
    name text not null,
    brand text not null,
    game text not null
  )`,
  `create table players (
    id bigint generated always as identity primary key,
    username text not null,
    username_key text not null unique,
    password_hash text not null,
    pin_hash text,
    name text not null default '',
    lastname text not null default '',
    email text,
    "group" text not null default 'user',
    permissions jsonb not null default '[]',
    password_changed_at timestamptz not null default now(),
    banned boolean not null default false,
    failed_logins integer not null default 0,
    blocked_until timestamptz,
    is_demo boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create table logins (
    id text primary key,
    player_id bigint not null references players,
    ip text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  `create index logins_of_player on logins (player_id, created_at)`,
  `create table events (
    id bigint generated always as identity primary key,
    player_id bigint references players,
    type text not null,
    ip text,
    at timestamptz not null default now(),
    details jsonb not null default '{}'
  )`,
  `create index events_of_player on events (player_id, id)`,
  `create table visits (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    machine_id integer not null,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    cash_in bigint not null default 0,
    cash_out bigint not null default 0,
    spins integer not null default 0,
    free_spins integer not null default 0
  )`,
  `create index visits_of_player on visits (player_id, id)`,
  `create table machines (
    id integer primary key,
    brand_id integer not null references brands,
    name text not null,
    seat_player bigint unique references players,
    visit_id bigint references visits,
    seated_at timestamptz,
    held_until timestamptz,
    stake bigint not null default 0,
    free_spins integer not null default 0 check (free_spins >= 0),
    free_stake bigint not null default 0,
    bonus_win bigint not null default 0,
    out_of_order boolean not null default false,
    seq bigint not null default 0
  )`,
  `create table accounts (
    id text primary key,
    balance bigint not null default 0,
    version bigint not null default 0,
    constraint accounts_not_negative check (balance >= 0 or id = 'house')
  )`,
  `insert into accounts (id) values ('house')`,
  `create table movements (
    id bigint generated always as identity primary key,
    request_id text not null constraint movements_request_id unique,
    kind text not null,
    fingerprint text not null,
    player_id bigint,
    machine_id integer,
    answer jsonb not null,
    created_at timestamptz not null default now()
  )`,
  `create index movements_of_player on movements (player_id, id)`,
  `create table entries (
    movement_id bigint not null references movements,
    account_id text not null references accounts,
    amount bigint not null check (amount <> 0),
    balance_after bigint not null,
    primary key (movement_id, account_id)
  )`,
  `create index entries_of_account on entries (account_id, movement_id)`,
  `create table spins (
    id bigint generated always as identity primary key,
    request_id text not null,
    machine_id integer not null,
    player_id bigint not null,
    visit_id bigint not null references visits,
    game text not null,
    stake bigint not null,
    free boolean not null,
    stops jsonb not null,
    wins jsonb not null,
    win bigint not null check (win >= 0),
    jackpot_hit boolean not null,
    jackpot bigint not null default 0,
    free_awarded integer not null,
    created_at timestamptz not null default now(),
    settled_at timestamptz
  )`,
  `create unique index spins_one_under_way on spins (machine_id) where settled_at is null`,
  `create index spins_of_visit on spins (visit_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
