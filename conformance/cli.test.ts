import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TIMEOUT_MS = 60_000
const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const settings = fileURLToPath(new URL('../public/Settings.json', import.meta.url))

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

test('an address that has no Settings.json is named, whatever it answers', {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = createServer((_, response) => response.writeHead(404).end('{"code":60013}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Settings.json`
  const args = ['--import', 'tsx', cli, url, '--user', 'anna', '--password', 'x']
  const child = execFile(process.execPath, args, () => {})
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  server.close()
  expect(errors).toContain(`${url} can not be read: status 404`)
  expect(code).toBe(2)
})
