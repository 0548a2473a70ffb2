import { type Kysely, sql } from 'kysely'

/** The idle time of a visit goes on when another process takes the machine over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table machines add column idle_at timestamptz').execute(db)
}
