import { type Kysely, sql } from 'kysely'

/** Stores the reason why a machine is out of service; before, it could only be out of order. */
const STATEMENTS = [
  `alter table machines add column fault text check (fault in ('error', 'offline'))`,
  `update machines set fault = 'error' where out_of_order`,
  `alter table machines drop column out_of_order`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
