import { type Kysely, sql } from 'kysely'

/** When the newest token of a login expires. Null: issued before this was kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table logins add column token_until timestamptz').execute(db)
}
