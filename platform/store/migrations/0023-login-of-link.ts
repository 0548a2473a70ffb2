import { type Kysely, sql } from 'kysely'

/** The login by which a player confirmed a code: the confirmation ends with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_links add column login_id text references logins on delete cascade`.execute(db)
}
