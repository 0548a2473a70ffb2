import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { migrate } from '../commands/migrate.ts'
import { runCommand } from '../testing/lib/command.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { createScratchDatabase, testDatabase } from '../testing/store/database.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { openDatabase } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import { up as createAll } from './migrations/0001-all.ts'
import { up as nameFaults } from './migrations/0002-machine-fault.ts'

vi.setConfig({ testTimeout: 60_000 })

let database = databaseOfFile()
const folder = scratchFolder()

test('parses an int8 as a number', async () => {
  const { rows } = await sql<{ n: number }>`select ${Number.MAX_SAFE_INTEGER}::int8 as n`.execute(database.db)
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
})

test('throws for an int8 beyond the safe integers', async () => {
  await expect(sql`select 9007199254740993::int8 as n`.execute(database.db)).rejects.toThrow(/safe integer/)
})

test('a failed statement leaves connection and statement usable', async () => {
  const divide = (by: number) => sql<{ n: number }>`select 10 / ${by}::int as n`.execute(database.db)
  expect((await divide(5)).rows).toEqual([{ n: 2 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  await expect(sql`select nonsense`.execute(database.db)).rejects.toMatchObject({ code: '42703' })
  expect((await divide(2)).rows).toEqual([{ n: 5 }])
  const broken = database.db.transaction().execute(async (trx) => {
    await sql`select 1 / ${0}::int`.execute(trx).catch(() => {})
    return sql`select ${1}::int as n`.execute(trx)
  })
  await expect(broken).rejects.toMatchObject({ code: '25P02' })
  expect((await divide(1)).rows).toEqual([{ n: 10 }])
})

test('every kind of value survives a round trip', async () => {
  const at = new Date('2026-03-04T05:06:07.089Z')
  const { rows } = await sql`
    select ${at}::timestamptz as at, ${true}::boolean as yes, ${null}::text as none, ${'ı İ "\\'}::text as text,
      ${-0.5}::float8 as half, ${JSON.stringify({ a: [1, 'x'] })}::jsonb as json, ${-7}::int8 as whole`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { at, yes: true, none: null, text: 'ı İ "\\', half: -0.5, json: { a: [1, 'x'] }, whole: -7 },
  ])
})

test('runs more statements than the prepared-statement cache holds', async () => {
  for (let n = 0; n < 450; n += 1) {
    const { rows } = await sql<{ n: number }>`select ${n}::int8 + ${sql.lit(n)} as n`.execute(database.db)
    expect(rows).toEqual([{ n: 2 * n }])
  }
})

test('concurrent transactions are isolated', async () => {
  const add = (id: number) =>
    database.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('brands')
        .values({ id, name: 'x', key: `x${id}`, game: 'x' })
        .execute()
      if (id % 2) throw new Error('crash')
      await trx.updateTable('brands').set({ name: 'y' }).where('id', '=', id).execute()
    })
  await Promise.allSettled(Array.from({ length: 20 }, (_, id) => add(id)))
  const rows = await database.db.selectFrom('brands').select(['id', 'name']).orderBy('id').execute()
  expect(rows).toEqual(Array.from({ length: 10 }, (_, half) => ({ id: half * 2, name: 'y' })))
})

test('committed data survives reopening', async () => {
  const again = await database.reopen()
  expect(await again.db.selectFrom('brands').select('id').execute()).toHaveLength(10)
  database = Object.assign(database, again)
})

test('a clock that was ahead at an earlier migration does not stop a later start', async () => {
  await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z' where name < '0005'`.execute(
    database.db,
  )
  database = Object.assign(database, await database.reopen())
  expect(await database.db.selectFrom('brands').select('id').execute()).toHaveLength(10)
})

test('a migration that fails is named, and changes nothing', { timeout: 60_000 }, async () => {
  const older = await testDatabase()
  await sql`delete from kysely_migration where name >= '0004'`.execute(older.db)
  await sql`drop index spins_of_player`.execute(older.db)
  await expect(older.reopen()).rejects.toThrow(
    'the migration 0005-since-2-3-4 failed, and the database is as before: column "brand" does not exist',
  )
  await older.drop()
})

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
test.skipIf(!serverUrl)('an empty database that cannot be written says why', async () => {
  const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
  await asAdmin(`alter database ${name} set default_transaction_read_only = on`)
  await expect(openDatabase({ databaseUrl: url })).rejects.toThrow('it is read-only')
  await drop()
})

test('a connection lost within a transaction rolls back that transaction only', async () => {
  const { dropConnections, db } = database
  const crash = dropConnections ?? (() => Promise.reject(new Error('cut')))
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto('brands').values({ id: 50, name: 'x', key: 'x50', game: 'x' }).execute()
    await crash()
    await trx.selectFrom('brands').select('id').execute()
  })
  await expect(work).rejects.toThrow()
  expect(await db.selectFrom('brands').select('id').where('id', '=', 50).execute()).toEqual([])
})

test("a constraint keeps all accounts but the house's from going negative", async () => {
  const write = (id: string) => database.db.insertInto('accounts').values({ id, balance: -1 }).execute()
  for (const id of ['wallet:1', 'machine:1', 'jackpot:1', 'houses'])
    await expect(write(id)).rejects.toThrow(/accounts_not_negative/)
  await write('house:1')
})

test('rejects a folder in use with one line, and ignores a stale lock', async () => {
  const dataDir = join(folder, 'busy')
  const unlock = lockFolder(dataDir)
  await expect(openDatabase({ dataDir })).rejects.toThrow(/^the data folder .*: it is in use by process \d+$/)
  unlock()
  writeFileSync(join(dataDir, 'reelcast.pid'), '4194304999 1')
  const again = lockFolder(dataDir)
  again()
})

/** Locks folders at the same instants as another process; resolves to whether it got each of them. */
async function lockAtOnce(folders: readonly string[], from: number): Promise<boolean[]> {
  const lock = JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)
  const code = `
    const { lockFolder } = await import(${lock})
    const locked = ${JSON.stringify(folders)}.map((folder, at) => {
      while (Date.now() < ${from} + 80 * at) {}
      try { return Boolean(lockFolder(folder)) } catch { return false }
    })
    process.stdout.write(JSON.stringify(locked))
    process.stdin.resume().on('end', () => process.exit())`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code])
  locking.push(child)
  const [locked] = await once(child.stdout, 'data')
  return v.parse(v.array(v.boolean()), JSON.parse(String(locked)))
}
const locking: ChildProcessWithoutNullStreams[] = []

test('of two processes that start at once one gets the folder', { timeout: 60_000 }, async () => {
  const folders = Array.from({ length: 30 }, (_, at) => join(folder, `at-once-${at}`))
  const from = Date.now() + 2500
  const [first = [], second = []] = await Promise.all([lockAtOnce(folders, from), lockAtOnce(folders, from)])
  for (const child of locking.splice(0)) child.stdin.end()
  expect(first.map((isLocked, at) => Number(isLocked) + Number(second[at]))).toEqual(folders.map(() => 1))
})

test.each([['free'], ['of a killed process']])(
  'a process that is paused before it writes its lock does not take the folder of another one: %s',
  async (state) => {
    const dataDir = mkdtempSync(join(folder, 'paused-'))
    const [file, read, go] = ['reelcast.pid', 'read', 'go'].map((name) => join(dataDir, name)) as [
      string,
      string,
      string,
    ]
    if (state !== 'free') writeFileSync(file, '4194304999 1')
    const lock = JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)
    const code = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { writeFileSync } = fs
      fs.writeFileSync = (...given) => {
        writeFileSync(${JSON.stringify(read)}, '')
        while (!fs.existsSync(${JSON.stringify(go)}));
        writeFileSync(...given)
      }
      syncBuiltinESMExports()
      const { lockFolder } = await import(${lock})
      try {
        lockFolder(${JSON.stringify(dataDir)})
        console.log('locked')
      } catch (error) {
        console.log(error.message)
      }`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code])
    const said = text(child.stdout)
    await expect.poll(() => existsSync(read), { timeout: 20_000 }).toBe(true)
    const unlock = lockFolder(dataDir)
    writeFileSync(go, '')
    expect(await said).toContain(`it is in use by process ${process.pid}`)
    unlock()
    expect(readdirSync(dataDir).toSorted()).toEqual(['go', 'read'])
  },
)

test('rejects a read-only folder with one line', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  await expect(openDatabase({ dataDir: join(file, 'data') })).rejects.toThrow(
    /^the data folder .* can not be used/,
  )
})

test('rejects an unreachable server with one line without the password', async () => {
  const opened = openDatabase({ databaseUrl: 'postgres://me:secret@127.0.0.1:1/none' })
  await expect(opened).rejects.toThrow(/^the database at 127\.0\.0\.1:1\/none can not be used: (?!.*secret)/)
})

test('makes every migration of the folder', async () => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  )
  const files = readdirSync(new URL('migrations/', import.meta.url)).sort()
  expect(rows.map(({ name }) => `${name}.ts`)).toEqual(files)
})

test('an argument, such as --help, migrates nothing', async () => {
  const dataDir = join(folder, 'never')
  const { status, stdout, stderr } = await runCommand(migrate, ['--help'], { DATA_DIR: dataDir })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Usage: npm run migrate\b/)
  expect(existsSync(dataDir)).toBe(false)
})

test('migrates machines that were out of order', async () => {
  await database.db.transaction().execute(async (known) => {
    const trx = known as unknown as Kysely<unknown>
    await sql`create schema before_0002`.execute(trx)
    await sql`set local search_path to before_0002`.execute(trx)
    await createAll(trx)
    await sql`insert into brands values (1, 'x', 'x', 'x')`.execute(trx)
    await sql`insert into machines (id, brand_id, name, out_of_order)
      values (1, 1, 'good', false), (2, 1, 'bad', true)`.execute(trx)
    await nameFaults(trx)
    const { rows } = await sql`select name, fault from machines order by id`.execute(trx)
    expect(rows).toEqual([
      { name: 'good', fault: null },
      { name: 'bad', fault: 'error' },
    ])
    await sql`drop schema before_0002 cascade`.execute(trx)
  })
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a process that is paused in a transaction keeps its locks for two seconds at most',
  async () => {
    const { db } = database
    await db.insertInto('accounts').values({ id: 'locked' }).execute()
    const paused = db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ version: 1 }).where('id', '=', 'locked').execute()
      await new Promise<void>((resolve) => {
        // The other connection waits for the lock until the server ends this one.
        void db
          .updateTable('accounts')
          .set({ version: 2 })
          .where('id', '=', 'locked')
          .execute()
          .then(() => resolve())
      })
      await trx.updateTable('accounts').set({ version: 3 }).where('id', '=', 'locked').execute()
    })
    await expect(paused).rejects.toThrow()
    expect(await db.selectFrom('accounts').select('version').where('id', '=', 'locked').execute()).toEqual([
      { version: 2 },
    ])
  },
)

test('a database that is opened for reading is neither made nor migrated', async () => {
  const dataDir = await scratchDataFolder()
  rmSync(join(dataDir, 'db'), { recursive: true })
  await expect(openDatabase({ dataDir, isReadOnly: true })).rejects.toThrow(
    `there is no database in ${dataDir}`,
  )
  expect(existsSync(join(dataDir, 'db'))).toBe(false)

  const older = await scratchDataFolder()
  const { db, close } = await openDatabase({ dataDir: older, isReadOnly: true })
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db)
  await close()
  await expect(openDatabase({ dataDir: older, isReadOnly: true })).rejects.toThrow('of an earlier version')
})

test.each([
  ['9999-later', 'the database is of a newer version, which made the migration 9999-later: '],
  ['0005-brand-key', 'the database is of an unreleased build, which made the migration 0005-brand-key: '],
])('rejects a database with the migration %s, with one line, and changes nothing', async (name, message) => {
  const other = await testDatabase()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '1970')`.execute(other.db)
  await sql`delete from kysely_migration where name = '0005-since-2-3-4'`.execute(other.db)
  await expect(other.reopen()).rejects.toThrow(message)
  await other.drop()
})
