import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { extendChain } from '../ledger/chain.ts'
import { endWith } from '../lib/command.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { writeTestBooks } from '../testing/audit/books.ts'
import { runCommand } from '../testing/lib/command.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { audit as command } from './audit.ts'

const dataDir = await scratchDataFolder()
let heads: string

const audit = (...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir })

/** Changes the books while no platform uses them. */
async function change(work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = await openDatabase({ dataDir })
  await work(db)
  await close()
}
const keptHeads = () => readFileSync(heads, 'utf8').trim().split('\n')

beforeAll(async () => {
  heads = join(dataDir, 'heads')
  await change(writeTestBooks)
}, 60_000)

const RIGHT =
  /^The books are right: \d+ movements, 9 spins, \d+ cents fed to jackpots by simulated players\. Chain head (\S+)\n$/

test('correct books print one line with the head of the chains, which the command accepts later', async () => {
  const first = await audit('--append-head', heads)
  expect(first).toEqual({ status: 0, stdout: expect.stringMatching(RIGHT), stderr: '' })
  const head = RIGHT.exec(first.stdout)?.[1] ?? ''
  expect(head).toMatch(/^\d+-9-\d+-\d+:[\da-f]{64}$/)
  expect(keptHeads()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+$/)])
  expect(keptHeads()[0]?.endsWith(` ${head}`)).toBe(true)
  expect((await audit('--head', head, '--append-head', heads)).status).toBe(0)
  expect(keptHeads()).toHaveLength(2)
})

test('an audit whose output cannot be written says so, and blames no books', async () => {
  const write = () => endWith('The output cannot be written: ENOSPC.', 2)
  const context = { args: [], env: { DATA_DIR: dataDir }, stdin: Readable.from([]), write, writeError: write }
  await expect(command(context)).rejects.toThrow(/^The output cannot be written: ENOSPC\.$/)
})

test('wrong books print one line per problem, exit with 1, and do not store their head', async () => {
  const addTo = (cents: number) => (db: Db) =>
    sql`update accounts set balance = balance + ${cents} where id = 'house'`.execute(db)
  await change(addTo(1))
  const wrong =
    /^The books are wrong, problems: 2 \(.*\)\. Chain head \S+\nthe accounts are 1 off\nhouse holds .*\n$/
  expect(await audit('--append-head', heads)).toEqual({
    status: 1,
    stdout: expect.stringMatching(wrong),
    stderr: '',
  })
  expect(keptHeads()).toHaveLength(2)
  await change(addTo(-1))
})

test('recomputed links are found only by a stored head', async () => {
  await change(async (db) => {
    for (const table of ['movements', 'movement_chain'])
      await sql.raw(`alter table ${table} disable trigger user`).execute(db)
    await sql`update movements set fingerprint = 'changed' where id = 5`.execute(db)
    await sql`delete from movement_chain where movement_id >= 5`.execute(db)
    await extendChain(db)
  })
  expect((await audit()).status).toBe(0)
  const { status, stdout } = await audit('--append-head', heads)
  expect([status, stdout.split('\n').length]).toEqual([1, 4])
  expect(stdout).toMatch(
    /\nthe kept head \S+ is not in the chains: a row up to movement \d+, .* was changed and/,
  )
  expect(keptHeads()).toHaveLength(2)
})

test('a database that is not there is not made, and one of an earlier version is left as it is', {
  timeout: 60_000,
}, async () => {
  const empty = scratchFolder()
  expect(await runCommand(command, [], { DATA_DIR: empty })).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: `The books cannot be audited: there is no database in ${empty}\n`,
  })
  expect(existsSync(join(empty, 'db'))).toBe(false)

  const earlier = await scratchDataFolder()
  const { db, close } = await openDatabase({ dataDir: earlier })
  await sql`delete from kysely_migration where name = '0005-since-2-3-4'`.execute(db)
  await close()
  expect(await runCommand(command, [], { DATA_DIR: earlier })).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: expect.stringMatching(/^The books cannot be audited: the database is of an earlier version: /),
  })
})

test('with wrong arguments it says what is wrong and audits nothing', async () => {
  const { status, stdout, stderr } = await audit('--head', '12:abc')
  const reason = /^The books cannot be audited: --head is no chain head, such as .*, but "12:abc"\nUsage: /
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(reason)])
})
