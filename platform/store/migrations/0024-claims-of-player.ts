import { type Kysely, sql } from 'kysely'

/** A claim finds the player's earlier ones without reading all stakes and wins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index movements_claims on movements (player_id, kind, id)
    where kind in ('discount', 'bonus')`.execute(db)
}
