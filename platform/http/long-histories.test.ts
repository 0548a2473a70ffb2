import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { START_MS, type TestServer, testServer } from '../testing/http/server.ts'
import { addLongHistory } from '../testing/players/long-history.ts'

/*
 * Calls about a player's history read a number of rows that does not grow with it: the database counts them.
 * On a server each connection counts for itself, so that this test is of the embedded database.
 */

const isEmbedded = process.env.TEST_DATABASE_URL === undefined
const LENGTHS = { spins: 5000, visits: 2000, events: 5000, messages: 5000, logins: 5000 }
let server: TestServer
let token: string

beforeAll(async () => {
  if (!isEmbedded) return
  server = await testServer({}, { demo: true })
  const { db } = server.database
  await db.insertInto('brands').values({ id: 1, key: 'nar', name: 'Nar', game: 'classic5' }).execute()
  await db
    .insertInto('machines')
    .values([1, 2].map((id) => ({ id, brand_id: 1, name: `Nar ${id}` })))
    .execute()
  const playerId = await server.addPlayer('heavy', 1000)
  const [from, to] = [new Date('2026-11-02T00:00:00Z'), new Date(server.clock.now - 60_000)]
  await addLongHistory(db, { playerId, machineId: 1, from, to }, LENGTHS)
  token = await server.logIn('heavy')
}, START_MS)
afterAll(() => server?.close())

/** The rows and the entries of indexes that were read so far. */
async function readSoFar(): Promise<number> {
  const { db } = server.database
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select (select sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)
      + (select sum(idx_tup_read) from pg_stat_user_indexes) as count`.execute(db)
  return Number(rows[0]?.count)
}

test.skipIf(!isEmbedded).each([
  ['/player/sessions', 1000],
  ['/player/sessions?search=Nar', 1000],
  ['/player/sessions?search=Nar 2', 1000],
  ['/player/transactions', 1000],
  ['/player/transactions?search=Nar', 1000],
  ['/player/transactions?search=Nar 2', 1000],
  ['/player/spins?machineId=1', 1000],
  ['/player/spins?machineId=2', 1000],
  ['/player/events', 1000],
  ['/player/logins', 1000],
  ['/player/profile', 1000],
  ['/validate', 1000],
  ['/quick-panel/data', 1000],
  ['/chat/contacts', 1000],
  ['/chat/user', 1000],
  ['/chat/get-chat?contactId=demo-selin', 1000],
  // Each visit of the month, and no spin.
  ['/player/limits', 5 * LENGTHS.visits],
])('%s of a player with a long history reads at most %d rows', async (path, most) => {
  const before = await readSoFar()
  expect((await server.call('GET', `/api${path}`, { token })).status).toBe(200)
  expect((await readSoFar()) - before).toBeLessThan(most)
})
