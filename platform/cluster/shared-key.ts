import { randomBytes } from 'node:crypto'
import type { Db } from '../store/db.ts'

const BYTES = 32

/** A random key that all processes on the database share; the first one creates it. */
export async function sharedKey(db: Db, name: string): Promise<Uint8Array> {
  const value = randomBytes(BYTES).toString('hex')
  await db
    .insertInto('shared_keys')
    .values({ name, value })
    .onConflict((same) => same.doNothing())
    .execute()
  const stored = await db
    .selectFrom('shared_keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(stored.value, 'hex')
}
