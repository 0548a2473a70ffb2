import type { Config } from '../config/config.ts'
import { CommandError } from '../lib/command.ts'
import { messageOf } from '../lib/message-of.ts'
import { type Db, openDatabase } from '../store/db.ts'
import type { Fail } from './config-of.ts'

/** Runs a command's work on the database of its configuration, which it only reads. */
export async function withBooks<T>(config: Config, fail: Fail, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...config, isReadOnly: true }).catch((error: unknown) =>
    fail(messageOf(error)),
  )
  try {
    return await work(database.db)
  } catch (error) {
    if (error instanceof CommandError) throw error
    return fail(messageOf(error))
  } finally {
    await database.close()
  }
}
