import { type Kysely, sql } from 'kysely'

/** The spaces and invisible characters around a name, which a login removes. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/**
 * A login finds a name whose i and ı were written with another keyboard's capitals (players/usernames.ts).
 * Names that were stored with invisible characters at their ends lose them, because no login finds them; one
 * whose plain form is taken stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index players_one_i
    on players (replace(replace(username_key, ${sql.lit('i\u0307')}, 'i'), 'ı', 'i'))`.execute(db)
  const { rows } = await sql<Record<'id' | 'username' | 'username_key', string>>`
    select id::text, username, username_key from players`.execute(db)
  const keys = new Set(rows.map(({ username_key }) => username_key))
  for (const { id, username, username_key } of rows) {
    const plain = username_key.replace(EDGES, '')
    if (keys.has(plain)) continue
    keys.add(plain)
    await sql`update players set username = ${username.replace(EDGES, '')}, username_key = ${plain}
      where id = ${id}::bigint`.execute(db)
  }
}
