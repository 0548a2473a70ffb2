import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { readAuditArguments } from './audit-arguments.ts'

const folder = scratchFolder()

const head = (digit: string) => `1287-640-31-12:${digit.repeat(64)}`

test('the heads are those of the arguments and of the lines of the file, which may be missing', async () => {
  const file = join(folder, 'heads')
  const named = ['--head', head('a'), '--append-head', file]
  const first = await readAuditArguments(named)
  expect(first).toMatchObject({ heads: [expect.anything()], file, restored: false })
  writeFileSync(file, `2026-11-20T12:00:00.000Z ${head('b')}\n\n${head('c')}\n`)
  const { heads, restored } = await readAuditArguments([...named, '--restored'])
  expect([heads.length, heads[0], restored]).toEqual([3, first.heads[0], true])
  expect(await readAuditArguments([])).toEqual({ heads: [], file: undefined, restored: false })
})

test.each([
  [['--heads', 'x'], /^Unknown option '--heads'.*\nUsage: /s],
  [['--head'], /^Option '--head <value>' argument missing\nUsage: /],
  [['--head', '12:abc'], /^--head is no chain head, such as .*, but "12:abc"\nUsage: /],
  [['--head', ''], /^--head is no chain head, such as .*, but ""\nUsage: /],
  [['1287'], /^Unexpected argument '1287'.*\nUsage: /s],
  [['--append-head', '.'], /^\. cannot be read: EISDIR/],
] as const)('%j is refused with a reason', async (args, reason) => {
  await expect(readAuditArguments([...args])).rejects.toThrow(reason)
})

test('a file with lines that are not heads is refused and stays unchanged', async () => {
  const file = join(folder, 'notes')
  writeFileSync(file, 'buy milk\n')
  const reading = readAuditArguments(['--append-head', file])
  await expect(reading).rejects.toThrow(`line 1 of ${file} is no chain head`)
  expect(readFileSync(file, 'utf8')).toBe('buy milk\n')
})
