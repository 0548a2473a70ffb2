import { type Kysely, sql } from 'kysely'

/** The spaces and invisible characters around a name, which a login removes. */
const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/**
 * The index serves the lookup of a name without the difference between i and ı (players/usernames.ts). No
 * login finds a stored name that begins or ends with an invisible character: the migration removes such
 * characters, unless another player has the resulting name.
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
