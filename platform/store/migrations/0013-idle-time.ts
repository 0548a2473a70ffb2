import { type Kysely, sql } from 'kysely'

/** The idle time of a visit continues after another process has taken the machine over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table machines add column idle_at timestamptz').execute(db)
}
