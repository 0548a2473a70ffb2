import { type Kysely, sql } from 'kysely'

/** Indexes for the retention, which removes rows by their age. */
const STATEMENTS = [
  'create index events_at on events (at)',
  'create index logins_created_at on logins (created_at)',
  'create index chat_messages_at on chat_messages (at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
