import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSigningKey } from './signing-key.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'reelcast-secret-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('creates the key once per folder, readable by its owner only', async () => {
  const made = await readSigningKey(dir)
  expect(made).toHaveLength(32)
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600)
  chmodSync(join(dir, 'secret'), 0o644)
  expect(Buffer.from(await readSigningKey(dir))).toEqual(readFileSync(join(dir, 'secret')))
  expect(Buffer.from(await readSigningKey(dir))).toEqual(Buffer.from(made))
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600)
})

test('rejects a truncated key', async () => {
  writeFileSync(join(dir, 'secret'), 'short')
  await expect(readSigningKey(dir)).rejects.toThrow('is damaged')
})

test('does not replace an unreadable key', async () => {
  mkdirSync(join(dir, 'secret'))
  await expect(readSigningKey(dir)).rejects.toThrow('cannot be read')
})
