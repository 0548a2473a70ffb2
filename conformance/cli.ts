import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createKit } from './client/kit.ts'
import { createAllowance } from './client/spending-limit.ts'
import { type Options, readOptions, readTarget, USAGE, UsageError, wantsHelp } from './options.ts'
import { createRecorder, exitCodeOf, type Finding } from './report/findings.ts'
import { formatJunit } from './report/junit.ts'
import { formatFinding, formatSummary } from './report/text.ts'
import { startRun } from './run.ts'

/*
 * `npm run conformance -- Settings.json --user … --password …` checks an operator's own platform against
 * src/contract/ from outside. It must end by process.exit: the native WebRTC library crashes on a natural
 * exit.
 */

const NOT_STARTED = 2
const INTERRUPTED = 130

/** npm runs scripts in the project's folder; INIT_CWD is the folder of the caller. */
const workingDir = process.env.INIT_CWD ?? process.cwd()
const print = (text: string) => process.stdout.write(`${text}\n`)

async function readSettingsFile(path: string): Promise<unknown> {
  try {
    if (!/^https?:/.test(path)) return JSON.parse(await readFile(resolve(workingDir, path), 'utf8'))
    const answer = await fetch(path)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return await answer.json()
  } catch (error) {
    throw new UsageError(`${path} can not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Before the run, because one that cannot report would have played for nothing. */
async function createFile(path: string): Promise<void> {
  await writeFile(resolve(workingDir, path), '').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can not be written: ${error.code}`)
  })
}

/** Prints each finding at once, under its topic. */
function createPrinter(): (finding: Finding) => void {
  let current: string | undefined
  return (finding) => {
    if (finding.topic !== current) print(`\n${finding.topic}`)
    current = finding.topic
    print(formatFinding(finding))
  }
}

async function run(options: Options): Promise<number> {
  const { username, password, machineId, junit } = options
  const target = readTarget(await readSettingsFile(options.settings), options.origin)
  if (junit) await createFile(junit)
  const recorder = createRecorder(createPrinter())
  const allowance = createAllowance(options.allowance, options.maxStake)
  print(`Platform ${target.apiUrl}, player ${username}, allowance ${options.allowance} cents.`)
  const checks = startRun(createKit({ target, username, password, machineId, recorder, allowance }))
  let isStopping = false
  const stop = async () => {
    // npm forwards the terminal's Ctrl-C, so one arrives twice.
    if (isStopping) return
    isStopping = true
    await checks.stop().finally(() => process.exit(INTERRUPTED))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  await checks.done
  if (isStopping) return INTERRUPTED
  print(formatSummary(recorder.findings))
  if (junit) await writeFile(resolve(workingDir, junit), formatJunit(recorder.findings))
  return exitCodeOf(recorder.findings)
}

const args = process.argv.slice(2)
let code = NOT_STARTED
try {
  if (wantsHelp(args)) {
    print(USAGE)
    code = 0
  } else {
    code = await run(readOptions(args, process.env))
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${USAGE}\n`)
}
// Output to a pipe must be flushed before the process ends.
process.stdout.write('', () => process.exit(code))
