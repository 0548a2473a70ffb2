import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* For tests: runs the kit as operators do. */

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
  const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
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
