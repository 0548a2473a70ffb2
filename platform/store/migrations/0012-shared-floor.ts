import { type Kysely, sql } from 'kysely'

/**
 * Several processes share one floor: the address at which each receives forwarded commands, and their shared
 * keys, in hex.
 */
const STATEMENTS = [
  'alter table nodes add column address text',
  'create table shared_keys (name text primary key, value text not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
