import { type Kysely, sql } from 'kysely'

/** The limits and pauses that players set for themselves: players/own-limits.ts. Rows are only added. */
const STATEMENTS = [
  `create table player_limits (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    kind text not null check (kind in ('loss-day', 'loss-week', 'loss-month', 'time-day', 'pause')),
    value bigint check (value > 0),
    set_at timestamptz not null,
    from_at timestamptz not null,
    until timestamptz,
    constraint player_limits_until check ((kind = 'pause') = (until is not null))
  )`,
  'create index player_limits_of_player on player_limits (player_id, id)',
  `create trigger player_limits_append_only before update or delete on player_limits for each row
    execute function refuse_change()`,
  `create trigger player_limits_no_truncate before truncate on player_limits for each statement
    execute function refuse_change()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
