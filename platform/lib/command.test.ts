import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NODE_ARGS } from '../test-process.ts'

test('a command that fails prints its reason on stderr, and its process exits with its code', () => {
  const keys = fileURLToPath(new URL('../keys.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_ARGS, keys, 'rotat'], {
    encoding: 'utf8',
  })
  const usage = 'Usage: npm run keys -- [list | rotate [seconds] | replace]\n'
  expect([status, stdout, stderr]).toEqual([1, '', usage])
})
