import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { claimsOf } from './claims.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

test('a claim does not read the stakes and wins of its player', async () => {
  const { db } = database
  const { id } = await db
    .insertInto('players')
    .values({ username: 'deniz', username_key: 'deniz', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into movements (request_id, kind, fingerprint, player_id, answer, created_at)
    select 'stake:' || n, 'stake', '', ${id}::bigint, '{}', now() from generate_series(1, 3000) as n`.execute(
    db,
  )
  await sql`analyze movements`.execute(db)
  const plan = JSON.stringify(await claimsOf(db, String(id), 'bonus').explain('json'))
  expect(plan).toContain('movements_claims')
})
