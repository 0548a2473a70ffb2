import { type Kysely, sql } from 'kysely'

/** The time at which a login's newest token expires. Null for tokens issued before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table logins add column token_until timestamptz').execute(db)
}
