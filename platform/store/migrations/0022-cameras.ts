import { type Kysely, sql } from 'kysely'

/** Where a cabinet's camera was watched last: its viewers end when the floor file has it no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cabinets add column camera jsonb`.execute(db)
}
