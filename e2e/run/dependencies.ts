import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { root, run } from './step.ts'

/*
 * `npm run outdated` lists the packages that have a newer version or a known vulnerability, for each lock
 * file of the repository. It ends with 1 if there is a vulnerability, and with 2 if the registry gives no
 * answer, so that a weekly job reports both.
 */

const Outdated = v.record(
  v.string(),
  v.object({ current: v.optional(v.string()), wanted: v.string(), latest: v.string() }),
)
const Audit = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({
      severity: v.string(),
      range: v.string(),
      /** An advisory, or the name of the package that has one. */
      via: v.array(v.union([v.string(), v.object({ title: v.string(), url: v.string() })])),
    }),
  ),
})
const Refusal = v.union([
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => message),
  ),
  v.pipe(
    v.object({ error: v.object({ summary: v.string() }) }),
    v.transform(({ error }) => error.summary),
  ),
])

/** A line of the list for each package; undefined: the registry did not answer, for the reason. */
export interface Answer {
  readonly lines?: readonly string[]
  readonly reason?: string
}

function parse<T>(
  schema: v.GenericSchema<unknown, T>,
  output: string,
  format: (answer: T) => string[],
): Answer {
  const start = output.indexOf('{')
  try {
    const json: unknown = start < 0 ? {} : JSON.parse(output.slice(start, output.lastIndexOf('}') + 1))
    const answer = v.safeParse(schema, json)
    if (answer.success) return { lines: format(answer.output) }
    const refusal = v.safeParse(Refusal, json)
    if (refusal.success) return { reason: refusal.output }
  } catch {
    // Not JSON.
  }
  return { reason: output.trim().split('\n')[0] ?? '' }
}

/** `output`: of `npm outdated --json`. */
export const readOutdated = (output: string): Answer =>
  parse(Outdated, output, (packages) =>
    Object.entries(packages)
      // A folder whose packages are not installed lists all of them.
      .filter(([, { current, wanted, latest }]) => (current ?? wanted) !== latest)
      .map(([name, { current, wanted, latest }]) => `${name} ${current ?? wanted}, newest ${latest}`),
  )

/** `output`: of `npm audit --json`. */
export const readAudit = (output: string): Answer =>
  parse(Audit, output, ({ vulnerabilities }) =>
    Object.entries(vulnerabilities).map(([name, { severity, range, via }]) => {
      const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`))
      return `${name} ${range}, ${severity}: ${reasons.join('; ')}`
    }),
  )

function print(title: string, { lines = [], reason }: Answer): void {
  console.log(
    reason === undefined ? `${title}: ${lines.length}` : `${title}: the registry did not answer: ${reason}`,
  )
  for (const line of lines) console.log(`  ${line}`)
}

async function main(): Promise<number> {
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  let result = 0
  for (const lock of locks.trim().split('\n')) {
    const folder = join(root, dirname(lock))
    const npm = async (...args: string[]) => (await run('npm', [...args, '--json'], {}, folder)).output
    const outdated = readOutdated(await npm('outdated'))
    const vulnerable = readAudit(await npm('audit', '--package-lock-only'))
    console.log(lock)
    print('Newer versions', outdated)
    print('Known vulnerabilities', vulnerable)
    if (vulnerable.lines?.length) result = 1
    else if (result === 0 && (outdated.reason ?? vulnerable.reason) !== undefined) result = 2
  }
  return result
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await main())
