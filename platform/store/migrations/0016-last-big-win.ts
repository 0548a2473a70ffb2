import { type Kysely, sql } from 'kysely'

/** The last big win of a machine's ended visits, for the lobby; null: none since this column exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table machines add column last_big_win bigint').execute(db)
}
