import { type Kysely, sql } from 'kysely'

/** Besides its own account the house has one account per machine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table accounts drop constraint accounts_not_negative,
        add constraint accounts_not_negative check (balance >= 0 or id = 'house' or id like 'house:%')`,
    )
    .execute(db)
}
