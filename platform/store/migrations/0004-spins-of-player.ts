import { type Kysely, sql } from 'kysely'

/** A player's last spins on a machine are asked for while they play it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index spins_of_player on spins (player_id, machine_id, id)').execute(db)
}
