import { type Kysely, sql } from 'kysely'

/**
 * Wrong passwords are counted by player and network: a guesser locks out their own network, not the player.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table login_attempts (
        player_id bigint not null references players,
        network text not null,
        failed integer not null,
        blocked_until timestamptz,
        at timestamptz not null,
        primary key (player_id, network)
      )`,
    )
    .execute(db)
}
