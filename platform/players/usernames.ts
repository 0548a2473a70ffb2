import { type RawBuilder, sql } from 'kysely'
import { trimName } from '../../src/contract/trim-name.ts'
import type { Db } from '../store/db.ts'

/** The unique form of a name, independent of case and spelling. */
export const usernameKey = (username: string): string => trimName(username).normalize('NFKC').toLowerCase()

/**
 * A key with one letter for i and ı: İ and I are the capitals of i and ı on a Turkish keyboard, and not on
 * others. An index has this expression (migration 25).
 */
const withOneI = (key: RawBuilder<string>) => sql<string>`replace(replace(${key}, 'i\u0307', 'i'), 'ı', 'i')`

/**
 * The stored key of the player whose name this is: of this spelling, or of the only one that differs in i and
 * ı. Without such a player it is the name's own key.
 */
export async function storedKey(db: Db, username: string): Promise<string> {
  const key = usernameKey(username)
  const found = await db
    .selectFrom('players')
    .select('username_key')
    .where(withOneI(sql`username_key`), '=', withOneI(sql`${key}`))
    .orderBy(sql`username_key = ${key}`, 'desc')
    .limit(2)
    .execute()
  const [first, second] = found
  return first && (!second || first.username_key === key) ? first.username_key : key
}
