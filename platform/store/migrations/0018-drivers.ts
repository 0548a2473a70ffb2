import { type Kysely, sql } from 'kysely'

/** Who makes a machine's game: the platform, or a cabinet behind a controller. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table machines add column driver text not null default 'simulated'
        check (driver in ('simulated', 'controller'))`,
    )
    .execute(db)
}
