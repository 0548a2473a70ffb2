import { appendFile, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from './config/read-config.ts'
import { type AuditReport, auditBooks } from './floor/audit.ts'
import { type KeptHead, parseHead } from './floor/audit-heads.ts'
import { exitWith } from './lib/exit-with.ts'
import { messageOf } from './lib/message-of.ts'
import { openDatabase } from './store/db.ts'

/*
 * `npm run audit`: audits the books of the database that the environment names, as `npm start` does. Prints
 * one line if they are correct; otherwise prints one line per problem and exits with 1. Exits with 2 if it
 * cannot audit. The embedded database must not be in use by a platform.
 */

const USAGE = `Usage: npm run audit -- [--head HEAD]... [--append-head FILE] [--restored]
  --head HEAD         a chain head that was printed before: the chains must still hold it
  --append-head FILE  checks every head in FILE, and appends the one of today when the books are right
  --restored          the books are of a restored dump, whose last seconds are not in the chains yet`

const fail = (reason: string): never => exitWith(`The books cannot be audited: ${reason}`, 2)

function readArguments() {
  try {
    const options = {
      head: { type: 'string', multiple: true, default: [] as string[] },
      'append-head': { type: 'string' },
      restored: { type: 'boolean', default: false },
    } as const
    const { values } = parseArgs({ options })
    return values
  } catch (error) {
    return fail(`${messageOf(error)}\n${USAGE}`)
  }
}

function readHead(text: string, source: string): KeptHead {
  return (
    parseHead(text) ??
    fail(`${source} is no chain head, such as 1287-640-31-12:9f86d0…, but "${text}"\n${USAGE}`)
  )
}

/** Reads the heads of a file: the last word of each line. A missing file has no heads. */
async function readHeads(file: string): Promise<KeptHead[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? '' : fail(`${file} cannot be read: ${error.message}`),
  )
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at }))
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, at }) => readHead(line.split(/\s+/).at(-1) ?? '', `line ${at + 1} of ${file}`))
}

function describe({
  problems,
  movements,
  spins,
  unchained,
  undefinedSpins,
  unrecorded,
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
  return problems.length === 0
    ? `The books are right: ${counts}. Chain head ${head}`
    : [`The books are wrong, problems: ${problems.length} (${counts}). Chain head ${head}`, ...problems].join(
        '\n',
      )
}

const { head: given, 'append-head': file, restored } = readArguments()
const heads = given.map((text) => readHead(text, '--head'))
if (file !== undefined) heads.push(...(await readHeads(file)))
const read = readConfig(process.env)
const config = read.ok ? read.config : fail(read.problem)
const database = await openDatabase(config).catch((error: unknown) => fail(messageOf(error)))
try {
  const report = await auditBooks(database.db, { heads, restored })
  const isRight = report.problems.length === 0
  process.stdout.write(`${describe(report)}\n`)
  process.exitCode = isRight ? 0 : 1
  if (file !== undefined && isRight) await appendFile(file, `${new Date().toISOString()} ${report.head}\n`)
} catch (error) {
  process.stderr.write(`The books cannot be audited: ${messageOf(error)}\n`)
  process.exitCode = 2
} finally {
  await database.close()
}
