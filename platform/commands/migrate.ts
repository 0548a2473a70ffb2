import { type Command, endWith } from '../lib/command.ts'
import { messageOf } from '../lib/message-of.ts'
import { openDatabase } from '../store/db.ts'
import { configOf } from './config-of.ts'

/*
 * `npm run migrate`, with the platform's environment: creates or migrates the tables, and nothing else. An
 * operator runs it as the database user who owns the tables, where the platform runs as another user. It
 * exits with 2 if the tables cannot be migrated, and with 1 for an argument, such as --help.
 */

const fail = (reason: string): never => endWith(`The database cannot be migrated: ${reason}`, 2)

export const migrate: Command = async ({ args, env, write }) => {
  if (args.length > 0) endWith('Usage: npm run migrate. It takes no arguments.', 1)
  const database = await openDatabase(configOf(env, fail)).catch((error: unknown) => fail(messageOf(error)))
  await database.close()
  write('The tables are those of this version.\n')
  return 0
}
