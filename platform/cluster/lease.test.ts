import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFloor } from '../floor/test-floor.ts'
import { fakeClock } from '../lib/clock.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { startLease } from './lease.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

test('the rows of dead processes are removed after a while, and their machines are claimed', async () => {
  const { db } = database
  const clock = fakeClock()
  const { floor } = await createTestFloor(db, { node: 'dead' }, clock)
  await floor.stop()
  await sql`insert into nodes (id, until) values
    ('dead', clock_timestamp() - interval '11 min'),
    ('late', clock_timestamp() - interval '9 min')`.execute(db)
  const next = await createTestFloor(db, { node: 'next', shared: true }, clock)
  const claimed: string[] = []
  const lease = await startLease({
    ...{ db, node: 'next', floor: next.floor, log: { warn() {}, error() {} }, clock },
    shared: { address: '', onClaimed: (machineIds) => void claimed.push(...machineIds) },
  })
  const nodes = async () => {
    const rows = await db.selectFrom('nodes').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  expect(await nodes()).toEqual(['late', 'next'])
  expect(claimed.toSorted()).toEqual(next.floor.ids().toSorted())
  await lease.stop()
  expect(await nodes()).toEqual(['late'])
  await next.floor.stop()
})
