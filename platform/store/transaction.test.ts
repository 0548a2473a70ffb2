import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { transact } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const failure = (code: string) => Object.assign(new Error('of the test'), { code })

test('a transaction is tried again after a deadlock, and after nothing else', async () => {
  const { db } = database
  let attempts = 0
  const fail = (code: string) =>
    transact(db, async (trx) => {
      attempts += 1
      await sql`select 1`.execute(trx)
      if (attempts === 1) throw failure(code)
      return attempts
    })
  expect(await fail('40P01')).toBe(2)
  attempts = 0
  await expect(fail('23505')).rejects.toThrow('of the test')
  expect(attempts).toBe(1)
})
