import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TIMEOUT_MS = 60_000
const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const settings = fileURLToPath(new URL('../../public/Settings.json', import.meta.url))

test.each([
  [[], 'Name one Settings.json.'],
  [['nowhere.json', '--user', 'anna', '--password', 'x'], 'nowhere.json can not be read'],
  [[settings, '--user', 'anna', '--password', 'x'], "name the app's origin by --origin"],
])('%j: prints the error and the usage', { timeout: TIMEOUT_MS }, (args, why) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', cli, ...args], {
    encoding: 'utf8',
  })
  expect(stderr).toContain(why)
  expect(stderr).toContain('Usage: npm run conformance -- ')
  expect([status, stdout]).toEqual([2, ''])
})
