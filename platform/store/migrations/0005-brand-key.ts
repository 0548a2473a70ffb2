import { type Kysely, sql } from 'kysely'

/**
 * A brand is identified by the key of its pack, which belongs to one row permanently. Earlier a row stood for
 * a position in the list of brands, so reordering and shortening the list could leave one key in two rows:
 * the later row gets another key.
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
