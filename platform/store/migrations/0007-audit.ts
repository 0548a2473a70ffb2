import { type Kysely, sql } from 'kysely'

/*
 * Evidence for a disputed spin: the game definition of the spin, a hash chain over the movements, and tables
 * that refuse changes. A spin's outcome is final with its row; its settlement is written once.
 */

const APPEND_ONLY = ['movements', 'entries', 'movement_chain', 'game_definitions', 'operator_actions']

const STATEMENTS = [
  `create table game_definitions (
    hash text primary key,
    game text not null,
    definition text not null,
    created_at timestamptz not null default now()
  )`,
  'alter table spins add column definition text references game_definitions',
  'create unique index spins_request_id on spins (request_id)',
  'create table movement_chain (movement_id bigint primary key, hash text not null)',
  `create table operator_actions (
    id bigint generated always as identity primary key,
    action text not null,
    target jsonb not null,
    outcome text not null,
    ip text not null,
    at timestamptz not null
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the books are append-only: no % on %', lower(tg_op), tg_table_name;
    end $$`,
  `create function refuse_spin_change() returns trigger language plpgsql as $$
    begin
      if old.settled_at is not null
        or (to_jsonb(new) - array['settled_at', 'jackpot']) <> (to_jsonb(old) - array['settled_at', 'jackpot'])
      then raise exception 'the books are append-only: no update of a spin but its settlement';
      end if;
      return new;
    end $$`,
  ...APPEND_ONLY.flatMap((table) => [
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_change()`,
    `create trigger ${table}_no_truncate before truncate on ${table}
      for each statement execute function refuse_change()`,
  ]),
  'create trigger spins_settled_once before update on spins for each row execute function refuse_spin_change()',
  'create trigger spins_append_only before delete on spins for each row execute function refuse_change()',
  'create trigger spins_no_truncate before truncate on spins for each statement execute function refuse_change()',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
