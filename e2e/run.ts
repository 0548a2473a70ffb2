import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Scratch, startPostgres } from '../platform/testing/store/postgres.ts'
import { isInstalled } from './fixtures/real-web-server.ts'
import { findBrowser, findFirefox, findShell, findWebKit } from './run/browser.ts'
import { provePlantedViolations } from './run/lint-rules.ts'
import { followRecipes } from './run/recipes.ts'
import { findServers } from './run/servers.ts'
import { runSoak } from './run/soak.ts'
import { bin, type Outcome, playwright, root, verdict, vitest } from './run/step.ts'
import { runVisits } from './webkit/visits.ts'

/*
 * `npm run check` runs the static checks, unit tests and build, `npm test` these and the end-to-end tests,
 * and `npm run test:matrix` the build, all end-to-end tests on every screen in every language, and a long
 * soak. Prints one line per step, the output of a failed step, and at the end "N passed, N failed", which
 * counts tests; each static step counts as one. Arguments after `--` go to Playwright.
 */

/** The native compiler. The package `typescript` is only for tools that call it from JavaScript. */
const typescript = join(root, 'node_modules/typescript-native/bin/tsc')
const MODES = ['check', 'all', 'matrix'] as const
const mode = MODES.find((name) => name === process.argv[2]) ?? 'all'
const rest = process.argv.slice(mode === process.argv[2] ? 3 : 2)
/** Visits on one kiosk page in the matrix: about a quarter of an hour. */
const SOAK_VISITS = 100
const total = { passed: 0, failed: 0, skipped: 0 }
const remarks: string[] = []
let postgres: Scratch | undefined

interface Finished {
  outcome: Outcome
  seconds: number
}

/** Never rejects. */
async function begin(work: () => Promise<Outcome>): Promise<Finished> {
  const started = performance.now()
  const outcome = await work().catch(
    (error: unknown): Outcome => ({
      passed: 0,
      failed: 1,
      output: error instanceof Error ? `${error.stack}` : '',
    }),
  )
  return { outcome, seconds: (performance.now() - started) / 1000 }
}

/** Prints a step's line. `work` starts now, or has been started beside another step. */
async function step(name: string, work: (() => Promise<Outcome>) | Promise<Finished>): Promise<boolean> {
  process.stdout.write(`${name.padEnd(22)}`)
  const { outcome, seconds } = await (typeof work === 'function' ? begin(work) : work)
  const { passed, failed, skipped = 0, output, note, flaky = [] } = outcome
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const counts = [`${passed} passed`, ...(failed ? [`${failed} FAILED`] : [])]
  if (skipped) counts.push(`${skipped} skipped`)
  const time = `${seconds.toFixed(1)} s`.padStart(8)
  console.log(`${time}   ${counts.join(', ')}${note ? `   ${note}` : ''}`)
  if (failed) console.log(`\n${output.trimEnd()}\n`)
  for (const test of flaky) console.log(`flaky: ${test}`)
  return failed === 0
}

async function importRules(): Promise<Outcome> {
  const real = await verdict(bin('depcruise'), [
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'platform',
    'conformance',
  ])
  if (real.failed) return real
  const complaints = provePlantedViolations()
  return {
    passed: complaints.length ? 0 : 1,
    failed: complaints.length ? 1 : 0,
    output: complaints.join('\n'),
    note: 'planted violations are caught',
  }
}

async function recipes(): Promise<Outcome> {
  const complaint = await followRecipes()
  const note = 'a brand, a language and a page by docs/recipes.md'
  return { passed: complaint ? 0 : 1, failed: complaint ? 1 : 0, output: complaint, note }
}

/**
 * What a server may do otherwise than the embedded database: money and seats under random commands, lost
 * answers and takeovers, the audit, a dump, locks and rights; and the tests of several processes. Where there
 * is a server, they run on it alone.
 */
const ON_SERVER = [
  'store/database',
  'store/silent-server',
  'store/transaction',
  'audit',
  'floor/cabinet/settle',
  'floor/cabinet/transfers',
  'floor/lost-answers',
  'floor/ownership',
  'floor/property',
  'floor/takeover',
  'cluster',
  'commands/add-players',
  'commands/audit',
  'commands/players-beside',
  'players/history',
  'players/retention',
]

/** These run on the embedded database as well. */
const ON_BOTH = ['ledger', 'floor/floor.test', 'store/db.test']

async function onPostgres({ url, version }: Scratch): Promise<Outcome> {
  const args = ['--project', 'platform', ...[...ON_SERVER, ...ON_BOTH].map((path) => `platform/${path}`)]
  const outcome = await vitest('postgres', args, { TEST_DATABASE_URL: url })
  return { ...outcome, note: `PostgreSQL ${version}` }
}

/**
 * The tests on a server start beside the unit tests: they wait for processes and leases most of their time,
 * and the unit tests compute.
 */
async function unitTests(): Promise<void> {
  const server = await startPostgres()
  postgres = server
  const stop = () => {
    postgres = undefined
    server?.stop()
  }
  const onServer = server && begin(() => onPostgres(server).finally(stop))
  const leftToServer = server ? ON_SERVER.map((path) => `platform/${path}`).join(' ') : ''
  await step('unit', () => vitest('unit', [], { LEFT_TO_SERVER: leftToServer }))
  if (onServer) await step('database on a server', onServer)
  else console.log('No PostgreSQL found: the database tests run on the embedded database alone.')
}

/** All browsers of the later steps. Missing ones are installed, one after the other. */
async function findBrowsers() {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  // The bytes are counted in a whole browser, and the matrix uses one, as players do.
  const whole = await findBrowser(log)
  const shell = mode === 'matrix' ? undefined : await findShell(log)
  const firefox = await findFirefox(log)
  return { browser: shell ?? whole, firefox, isWebKitFound: await findWebKit(log), lines }
}
type Browsers = Awaited<ReturnType<typeof findBrowsers>>

async function endToEnd({ browser, firefox }: Browsers): Promise<void> {
  const absent = (['nginx', 'caddy'] as const).filter((name) => !isInstalled(name))
  if (absent.length > 0)
    console.log(
      `Not found: ${absent.join(', ')}. The headers printed for it are read by the tests' own parser; the shipped proxy configuration is not tested.`,
    )
  await step('end to end', async () => {
    if ('missing' in browser) return { passed: 0, failed: 1, output: browser.missing }
    const set = mode === 'matrix' ? 'matrix' : 'daily'
    const env = { BROWSER_PATH: browser.path, E2E_SET: set }
    const outcome = await playwright(rest, { ...env, FIREFOX_PATH: firefox ?? 'none' })
    return { ...outcome, note: `browser ${browser.version}${firefox ? ', and Firefox' : ''}` }
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    postgres?.stop()
    process.exit(130)
  })
}
mkdirSync(join(root, '.cache'), { recursive: true })
// An installation waits for the network and the disk, beside the steps that need none of its programs.
const serverLines: string[] = []
const servers = findServers((line) => void serverLines.push(line))
const installed = mode === 'check' ? undefined : servers.then(findBrowsers)
const tsx = (file: string, ...args: string[]) => verdict(process.execPath, ['--import', 'tsx', file, ...args])
if (mode !== 'matrix') {
  const checks = [
    { name: 'format and lint', begun: begin(() => verdict(bin('biome'), ['ci', '--error-on-warnings'])) },
    { name: 'import rules', begun: begin(importRules) },
    { name: 'types', begun: begin(() => verdict(process.execPath, [typescript, '-b', '--noEmit'])) },
    { name: 'dead code', begun: begin(() => verdict(bin('knip'), ['--no-progress'])) },
  ]
  for (const { name, begun } of checks) await step(name, begun)
}
await servers
for (const line of serverLines) console.log(line)
if (mode !== 'matrix') await unitTests()
const built = await step('build', () => tsx('platform/build.ts'))
// Runs in a scratch copy while the byte budgets wait for their slow network.
const followed = mode === 'matrix' ? undefined : begin(recipes)
const first = await installed
// Once more: a browser that was just installed may not have started beside the unit tests.
const browsers = first && (await findBrowsers())
for (const line of new Set([...(first?.lines ?? []), ...(browsers?.lines ?? [])])) console.log(line)
if (built) {
  await step('byte budgets', () => tsx('bench/bytes.ts'))
} else {
  remarks.push('Not run, as the build failed: byte budgets, end to end, webkit.')
}
if (followed) await step('recipes', followed)
if (built && browsers) {
  await endToEnd(browsers)
  if (browsers.isWebKitFound) await step('webkit', () => runVisits())
}
if (built && mode === 'matrix') await step('soak', () => runSoak(SOAK_VISITS))

for (const remark of remarks) console.log(remark)
if (total.skipped) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
