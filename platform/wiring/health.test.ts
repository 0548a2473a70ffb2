import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { writeMs } from './health.ts'

const database = databaseOfFile()
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
