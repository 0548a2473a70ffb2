import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The result of a step. A static step counts as one test; `skipped` counts the tests that the runner left
 * out.
 */
export interface Outcome {
  passed: number
  failed: number
  skipped?: number
  /** Printed in full if the step fails. */
  output: string
  /** A short remark on the step's line. */
  note?: string
  /** Tests that passed only on their second run, which only a build server allows. */
  flaky?: string[]
}

/** A tool of node_modules/.bin. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** Runs a program to its end and keeps what it prints, both streams in order. Never rejects. */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', ...env } })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}` }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

/** Runs a program whose exit code decides the step. */
export async function verdict(command: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await run(command, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

const VitestTest = v.object({
  fullName: v.string(),
  status: v.string(),
  failureMessages: v.array(v.string()),
})
const Vitest = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numTotalTests: v.number(),
  testResults: v.array(v.object({ assertionResults: v.array(VitestTest) })),
})
const PlaywrightSpec = v.object({
  title: v.string(),
  tests: v.array(v.object({ projectName: v.string(), status: v.string() })),
})
interface PlaywrightSuite {
  specs: v.InferOutput<typeof PlaywrightSpec>[]
  suites?: PlaywrightSuite[] | undefined
}
const PlaywrightSuite: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  specs: v.array(PlaywrightSpec),
  suites: v.optional(v.array(v.lazy(() => PlaywrightSuite))),
})
const Playwright = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  suites: v.array(PlaywrightSuite),
})

/** The tests that passed only on their second run: title and profile. */
function flakyTests({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `${title} (${projectName})`),
  )
  return [...own, ...suites.flatMap(flakyTests)]
}

/**
 * A failing exit counts as at least one failure, for example if a file did not load and the report has no
 * failed test.
 */
const atLeastOne = (code: number, failed: number) => (code === 0 ? failed : Math.max(1, failed))

function report<T>(file: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs vitest with these arguments and counts its tests. `name` keeps the report apart from another run's.
 */
export async function vitest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const file = join(root, '.cache', `${name}.json`)
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await run(bin('vitest'), ['run', ...reporters, ...args], env)
  const counts = report(file, Vitest)
  if (!counts) return { passed: 0, failed: 1, output }
  const { numPassedTests: passed, numFailedTests: failed, numTotalTests: total, testResults } = counts
  // Messages on a passed test are those of its failed first run.
  const flaky = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`)
  return { passed, failed: atLeastOne(code, failed), skipped: total - passed - failed, output, flaky }
}

/** Runs Playwright with these arguments and counts its tests. */
export async function playwright(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const file = join(root, '.cache', 'e2e.json')
  rmSync(file, { force: true })
  const { code, output } = await run(
    bin('playwright'),
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
  const result = report(file, Playwright)
  if (!result) return { passed: 0, failed: 1, output }
  const { expected, unexpected, flaky, skipped } = result.stats
  return {
    passed: expected + flaky,
    failed: atLeastOne(code, unexpected),
    skipped,
    output,
    flaky: result.suites.flatMap(flakyTests),
  }
}
