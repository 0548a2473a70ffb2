import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { CommandError } from '../lib/command.ts'
import { messageOf } from '../lib/message-of.ts'
import { type Db, openDatabase } from '../store/db.ts'

/** Ends a command with a reason. */
type Fail = (reason: string) => never

/** The configuration that a command's environment names. */
export function configOf(env: NodeJS.ProcessEnv, fail: Fail): Config {
  const read = readConfig(env)
  return read.ok ? read.config : fail(read.problem)
}

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
