import { type Kysely, sql } from 'kysely'

/*
 * Which process owns each machine. A process holds one lease, its row in `nodes`; each change of a machine's
 * owner raises the machine's epoch, and every write of a machine names the epoch that it was prepared for.
 */
const STATEMENTS = [
  'create table nodes (id text primary key, until timestamptz not null)',
  'alter table machines add column owner text',
  'alter table machines add column epoch bigint not null default 0',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
