import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { LoginRequest } from '../../src/contract/http.ts'
import { oneLine } from '../../src/contract/one-line.ts'
import { trimName } from '../../src/contract/trim-name.ts'
import type { Db } from '../store/db.ts'

/** The name of a new player, as it is stored. */
export const NewUsername = v.pipe(v.string(), v.transform(trimName), LoginRequest.entries.username, oneLine)

/** The unique form of a name, independent of case and spelling. */
export const usernameKey = (username: string): string => trimName(username).normalize('NFKC').toLowerCase()

/**
 * A key with one letter for i and ı: İ and I are the capitals of i and ı on a Turkish keyboard, and not on
 * others. An index has this expression.
 */
const withOneI = (key: RawBuilder<string>) => sql<string>`replace(replace(${key}, 'i\u0307', 'i'), 'ı', 'i')`

/** The same of a key here: all spellings of one name have it. */
export const spellingKey = (key: string): string => key.replaceAll('i\u0307', 'i').replaceAll('ı', 'i')

const playersLike = (db: Db, key: string) =>
  db
    .selectFrom('players')
    .select(['id', 'username_key'])
    .where(withOneI(sql`username_key`), '=', withOneI(sql`${key}`))

/** Whether a player has this name, in some spelling. */
export const isTaken = async (db: Db, key: string): Promise<boolean> =>
  (await playersLike(db, key).executeTakeFirst()) !== undefined

/**
 * Finds the player with this name. If no name has this spelling, the search ignores the difference between i
 * and ı; undefined if it then finds several players, or none.
 */
export async function findPlayer(
  db: Db,
  username: string,
): Promise<{ id: number; username_key: string } | undefined> {
  const key = usernameKey(username)
  const [first, second] = await playersLike(db, key)
    .orderBy(sql`username_key = ${key}`, 'desc')
    .limit(2)
    .execute()
  return !second || first?.username_key === key ? first : undefined
}

/** The stored key of the player with this name; the key of the name itself if there is no such player. */
export const storedKey = async (db: Db, username: string): Promise<string> =>
  (await findPlayer(db, username))?.username_key ?? usernameKey(username)
