import { appendFile } from 'node:fs/promises'
import { type AuditReport, auditBooks } from '../audit/audit.ts'
import { type Command, endWith } from '../lib/command.ts'
import { messageOf } from '../lib/message-of.ts'
import { readAuditArguments } from './audit-arguments.ts'
import { configOf } from './config-of.ts'
import { withBooks } from './open-books.ts'

/*
 * `npm run books`: audits the books of the database that the environment names, as `npm start` does. Prints
 * one line if they are correct; otherwise prints one line per problem and exits with 1. Exits with 2 if it
 * cannot audit. The embedded database must not be in use by a platform.
 */

const fail = (reason: string): never => endWith(`The books cannot be audited: ${reason}`, 2)

function describe({
  problems,
  movements,
  spins,
  unchained,
  undefinedSpins,
  unrecorded,
  open,
  fed,
  head,
}: AuditReport) {
  const counts = [
    `${movements} movements`,
    `${spins} spins`,
    ...(unchained > 0 ? [`${unchained} rows not in the chains yet`] : []),
    ...(undefinedSpins > 0 ? [`${undefinedSpins} spins without a definition`] : []),
    ...(unrecorded > 0 ? [`${unrecorded} deposits and withdrawals from before actions were kept`] : []),
    ...(fed > 0 ? [`${fed} cents fed to jackpots by simulated players`] : []),
  ].join(', ')
  const named = open.length > 0 ? [`To settle: ${open.length}`, ...open] : []
  return problems.length === 0
    ? [`The books are right: ${counts}. Chain head ${head}`, ...named].join('\n')
    : [
        `The books are wrong, problems: ${problems.length} (${counts}). Chain head ${head}`,
        ...problems,
        ...named,
      ].join('\n')
}

export const audit: Command = async ({ args, env, write }) => {
  const { heads, file, restored } = await readAuditArguments(args).catch((error: unknown) =>
    fail(messageOf(error)),
  )
  return withBooks(configOf(env, fail), fail, async (db) => {
    const report = await auditBooks(db, { heads, restored })
    const isRight = report.problems.length === 0
    write(`${describe(report)}\n`)
    if (file !== undefined && isRight) await appendFile(file, `${new Date().toISOString()} ${report.head}\n`)
    return isRight ? 0 : 1
  })
}
