import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createScratchDatabase } from '../testing/store/database.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { openDatabase } from './db.ts'
import { type Trx, transact } from './transaction.ts'

vi.setConfig({ testTimeout: 60_000 })

const database = databaseOfFile()

const failureOf = (code: string) => expect.objectContaining({ code })
/** Waits within a transaction, which the server would end if it were idle. */
async function waitingFor<T>(trx: Trx, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) await sql`select pg_sleep(0.2)`.execute(trx)
  return done
}

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

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

test.skipIf(!serverUrl)('those that wait for a lock leave their connections to others', async () => {
  const { db } = database
  const lock = (trx: Trx) => sql`select from accounts where id = 'house' for update`.execute(trx)
  await transact(db, async (trx) => {
    await lock(trx)
    const waiting = Promise.allSettled(Array.from({ length: 9 }, () => transact(db, lock)))
    await waitingFor(trx, sql`select from players`.execute(db))
    // The next in the row may wait for its whole time again.
    expect(await waitingFor(trx, waiting)).toEqual(
      Array(9).fill({ status: 'rejected', reason: failureOf('55P03') }),
    )
  })
  await transact(db, lock)
})

test.skipIf(!serverUrl)(
  'a start waits for the migration of another process for as long as it takes',
  async () => {
    const scratch = await createScratchDatabase(serverUrl)
    const first = await openDatabase({ databaseUrl: scratch.url })
    const migrating = transact(first.db, async (trx) => {
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx)
      await sql`select pg_sleep(4)`.execute(trx)
    })
    const second = await openDatabase({ databaseUrl: scratch.url })
    await migrating
    const { rows } = await sql`show lock_timeout`.execute(second.db)
    expect(rows).toEqual([{ lock_timeout: '3s' }])
    for (const { close } of [first, second]) await close()
    await scratch.drop()
  },
)
