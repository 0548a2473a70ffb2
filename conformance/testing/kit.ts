import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKit } from '../client/kit.ts'
import { createAllowance } from '../client/spending-limit.ts'
import { readTarget } from '../options.ts'
import { createRecorder, type Finding } from '../report/findings.ts'
import { startRun } from '../run.ts'

/* For tests: runs the kit as operators do, or in this process. */

export interface KitRun {
  readonly code: number | null
  readonly output: string
  readonly junit: string
}

/**
 * Runs the kit against a platform at `origin`; `settings` overrides those of the built-in platform. `onStart`
 * receives a function that interrupts the kit as Ctrl-C does.
 */
export async function runKit(
  origin: string,
  player: { username: string; password: string },
  args: readonly string[] = [],
  settings: Record<string, unknown> = {},
  onStart: (interrupt: () => void) => void = () => {},
): Promise<KitRun> {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-kit-'))
  const [file, junit] = [join(folder, 'Settings.json'), join(folder, 'junit.xml')]
  writeFileSync(file, JSON.stringify({ apiUrl: '/api', socketToken: 'auth', ...settings }))
  const { username, password } = player
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const given = [
    file,
    '--user',
    username,
    '--password',
    password,
    '--origin',
    origin,
    '--junit',
    junit,
    ...args,
  ]
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...given])
  onStart(() => child.kill('SIGINT'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    return { code, output, junit: existsSync(junit) ? readFileSync(junit, 'utf8') : '' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Short waits for a local platform whose spins take less than half a second. */
const SHORT_WAITS = { answer: 2000, push: 1500, outcome: 2000, picture: 5000, optional: 200 }

/**
 * Runs the kit in this process against a fast platform. `origin`: the app's; `settings` as in `runKit`;
 * `total`: the allowance, cents.
 */
export async function findingsOf(
  origin: string,
  player: { username: string; password: string },
  settings: Record<string, unknown> = {},
  total = 1_000_000,
): Promise<readonly Finding[]> {
  const recorder = createRecorder()
  const target = readTarget({ apiUrl: '/api', socketToken: 'auth', ...settings }, origin)
  const allowance = createAllowance(total, total)
  const kit = createKit({ target, ...player, machineId: undefined, recorder, allowance, waits: SHORT_WAITS })
  await startRun(kit).done
  return recorder.findings
}
