import { type Kysely, sql } from 'kysely'

/**
 * A brand is known by the key of its pack, which belongs to one row for good. Until now a row was the place in the list
 * of brands, and a list that was reordered and shortened could leave a key in two rows: the later row gets another.
 */
const STATEMENTS = [
  `alter table brands rename column brand to key`,
  `update brands set key = key || '-' || id
    where exists (select 1 from brands first where first.key = brands.key and first.id < brands.id)`,
  `alter table brands add constraint brands_key unique (key)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
