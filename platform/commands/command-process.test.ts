import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NODE_ARGS } from '../testing/process.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))

test('a command that fails prints its reason on stderr, and its process exits with its code', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_ARGS, CLI, 'keys', 'rotat'], {
    encoding: 'utf8',
  })
  const usage = 'Usage: npm run keys -- [list | rotate [seconds] | replace]\n'
  expect([status, stdout, stderr]).toEqual([1, '', usage])
})

test.runIf(process.platform === 'linux')('a command whose output a full disk does not take says so', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [...NODE_ARGS, CLI, 'report', '--help'], {
    ...{ encoding: 'utf8', stdio: ['ignore', full, 'pipe'] },
  })
  closeSync(full)
  expect([status, stderr]).toEqual([2, 'The output cannot be written: ENOSPC.\n'])
})

test.runIf(process.platform === 'linux')('nor does one that takes a part of it', () => {
  const args = [process.execPath, ...NODE_ARGS, CLI, 'players', '--help']
  // The shell's limit is one block of 512 bytes.
  const script = 'out=$(mktemp); ulimit -f 1; "$@" > "$out"; status=$?; rm "$out"; exit $status'
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, 'The output cannot be written: EFBIG.\n'])
})
