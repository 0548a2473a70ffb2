import { readConfig } from './config/read-config.ts'
import { auditBooks } from './floor/audit.ts'
import { exitWith } from './lib/exit-with.ts'
import { messageOf } from './lib/message-of.ts'
import { openDatabase } from './store/db.ts'

/*
 * `npm run audit`: audits the books of the database that the environment selects, as for `npm start`. Prints
 * one line if they are correct; otherwise a line per problem, with exit code 1. No platform may be using the
 * embedded database.
 */

const fail = (reason: string): never => exitWith(`The books cannot be audited: ${reason}`, 2)

const read = readConfig(process.env)
const config = read.ok ? read.config : fail(read.problem)
const database = await openDatabase(config).catch((error: unknown) => fail(messageOf(error)))
try {
  const { problems, movements, spins, unchained, undefinedSpins, head } = await auditBooks(database.db)
  const remarks = [
    ...(unchained > 0 ? [`${unchained} movements not in the chain yet`] : []),
    ...(undefinedSpins > 0 ? [`${undefinedSpins} spins without a definition`] : []),
    `chain head ${head || 'none'}`,
  ]
  const counts = `${movements} movements, ${spins} spins, ${remarks.join(', ')}`
  const verdict =
    problems.length === 0
      ? `The books are right: ${counts}.`
      : [`The books are wrong, problems: ${problems.length} (${counts}).`, ...problems].join('\n')
  process.stdout.write(`${verdict}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await database.close()
}
