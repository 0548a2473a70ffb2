import { type Kysely, sql } from 'kysely'

/** Players see their open logins with the device and the last use; a login without use expires. */
const STATEMENTS = [
  `alter table logins add column device text not null default ''`,
  'alter table logins add column used_at timestamptz',
  'update logins set used_at = created_at',
  'alter table logins alter column used_at set default now()',
  'alter table logins alter column used_at set not null',
  'create index logins_open on logins (used_at) where revoked_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
