import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TIMEOUT_MS = 60_000
const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const settings = fileURLToPath(new URL('../../public/Settings.json', import.meta.url))

const ANNA = ['--origin', 'http://127.0.0.1:1', '--user', 'anna', '--password', 'x']

const run = (args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', cli, ...args], { encoding: 'utf8' })

test('--help prints every option, and is no failure', { timeout: TIMEOUT_MS }, () => {
  const { status, stderr, stdout } = run(['--help'])
  const options = ['user', 'password', 'origin', 'allowance', 'max-stake', 'machine', 'junit', 'help']
  for (const option of options) expect(stdout).toContain(`--${option}`)
  expect([status, stderr]).toEqual([0, ''])
})

test.each([
  [[], 'Name one Settings.json.'],
  [['nowhere.json', '--user', 'anna', '--password', 'x'], 'nowhere.json can not be read'],
  [[settings, '--user', 'anna', '--password', 'x'], "name the app's origin by --origin"],
  [[settings, ...ANNA, '--junit', '/nowhere/x.xml'], '/nowhere/x.xml can not be written: ENOENT'],
])('%j: prints the error and the usage', { timeout: TIMEOUT_MS }, (args, why) => {
  const { status, stderr, stdout } = run(args)
  expect(stderr).toContain(why)
  expect(stderr).toContain('Usage: npm run conformance -- ')
  expect([status, stdout]).toEqual([2, ''])
})
