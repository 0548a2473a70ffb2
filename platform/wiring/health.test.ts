import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import { writeMs } from './health.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

test.each([
  ['is read-only, as a standby', 'default_transaction_read_only', 'on'],
  // As on a full disk, where a change of a row in place still succeeds.
  ['gets no more space', 'temp_file_limit', '0'],
])('a database that %s does not count as answering', async (_, setting, value) => {
  await database.db.connection().execute(async (one) => {
    expect(await writeMs(one)).toBeGreaterThan(0)
    await sql.raw(`set ${setting} = ${value}`).execute(one)
    expect((await sql`select 1`.execute(one)).rows).toHaveLength(1)
    expect(await writeMs(one)).toBeUndefined()
    await sql.raw(`reset ${setting}`).execute(one)
    expect(await writeMs(one)).toBeGreaterThan(0)
  })
})
