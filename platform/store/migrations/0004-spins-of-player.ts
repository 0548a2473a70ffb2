import { type Kysely, sql } from 'kysely'

/** Index for the info panel of a game, which fetches the player's last spins on the machine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index spins_of_player on spins (player_id, machine_id, id)').execute(db)
}
