import { readFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BRANDS } from '../brands/index.ts'
import { GAMES } from '../games/index.ts'
import { seededRandom } from '../games/random.ts'
import { extendChain } from '../ledger/chain.ts'
import { type Database, openDatabase } from '../store/db.ts'
import { openPglite } from '../store/pglite.ts'
import { openPostgres } from '../store/postgres.ts'
import { createTestFloor } from '../testing/floor/floor.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { createScratchDatabase } from '../testing/store/database.ts'
import { auditBooks } from './audit.ts'

/* The database of release 2.3.4, migrated. */

const DUMP = readFileSync(new URL('../testing/store/release-2.3.4.sql', import.meta.url), 'utf8')
const CHAINS = ['settlement_chain', 'visit_chain', 'action_chain']
const [ENDED, LEFT_OPEN] = [1, 3]

let database: Database
let drop: () => Promise<void>

async function emptyDatabase() {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl) {
    const scratch = await createScratchDatabase(serverUrl)
    return { options: { databaseUrl: scratch.url }, remove: scratch.drop }
  }
  return { options: { dataDir: scratchFolder() }, remove: async () => {} }
}

beforeAll(async () => {
  const { options, remove } = await emptyDatabase()
  const { pool, stop } =
    'dataDir' in options
      ? await openPglite(options.dataDir, () => {})
      : await openPostgres(options.databaseUrl, () => {})
  const released = new Kysely({ dialect: new PostgresDialect({ pool }) })
  for (const statement of DUMP.split(/;$/m).filter((text) => text.trim()))
    await sql.raw(statement).execute(released)
  await stop?.()
  await released.destroy()
  database = await openDatabase(options)
  drop = async () => {
    await database.close()
    await remove()
  }
}, 120_000)
afterAll(() => drop())

const audit = async () => (await auditBooks(database.db, { restored: true })).problems

/** As the tables' owner can. */
async function tamper(table: string, statement: string): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(database.db)
  await sql.raw(statement).execute(database.db)
  await sql.raw(`alter table ${table} enable trigger user`).execute(database.db)
}

const readLinks = () =>
  Promise.all(
    CHAINS.map(
      async (table) => (await sql`select * from ${sql.table(table)} order by 1`.execute(database.db)).rows,
    ),
  )

test('its books are right, and each deposit has an action', async () => {
  await extendChain(database.db)
  expect(await auditBooks(database.db, { restored: true })).toMatchObject({
    problems: [],
    unchained: 0,
    spins: 12,
    undefinedSpins: 12,
    unrecorded: 0,
  })
  const actions = await database.db.selectFrom('operator_actions').select(['action', 'target']).execute()
  expect(actions).toEqual(
    [1, 2, 3, 4].map((player) => ({
      action: 'demo credit',
      target: { player: `${player}`, cents: 1_000_000, reference: `demo:${player}:start` },
    })),
  )
})

test('the links of the migration are those that the platform would have written', async () => {
  const migrated = await readLinks()
  expect(migrated.map((rows) => rows.length)).toEqual([11, 5, 4])
  for (const table of CHAINS) await tamper(table, `delete from ${table}`)
  await extendChain(database.db)
  expect(await readLinks()).toEqual(migrated)
})

test.each([
  ['visits', 'cash_in = cash_in + 1', 'cash_in = cash_in - 1', ENDED, `the end of visit ${ENDED} is not as`],
  ['visits', 'cash_in = cash_in + 1', 'cash_in = cash_in - 1', LEFT_OPEN, `visit ${LEFT_OPEN} counts 20001`],
  ['spins', 'win = win + 1', 'win = win - 1', 1, 'movement'],
  [
    'spins',
    "settled_at = settled_at + interval '1 ms'",
    "settled_at = settled_at - interval '1 ms'",
    1,
    'the settlement of spin 1 is not as',
  ],
])('a change of a row of 2.3.4 is found: %s, %s', async (table, change, back, id, problem) => {
  await tamper(table, `update ${table} set ${change} where id = ${id}`)
  expect((await audit()).join('\n')).toContain(problem)
  await tamper(table, `update ${table} set ${back} where id = ${id}`)
  expect(await audit()).toEqual([])
})

test('the visit that 2.3.4 left open goes on', async () => {
  const { db } = database
  const t = await createTestFloor(db, {
    games: GAMES,
    brands: BRANDS,
    random: seededRandom(1),
    machines: 12,
  })
  await t.pass(6000)
  expect(await t.floor.sit('3', '9')).toMatchObject({ ok: true })
  expect(await t.floor.spin('3', '9', { requestId: 'next', stake: 100 })).toMatchObject({ ok: true })
  await t.pass(6000)
  await t.floor.hold('3', '9')
  await t.pass(10 * 60_000)
  await t.floor.stop()
  await extendChain(db)
  expect(await auditBooks(db, { restored: true })).toMatchObject({ problems: [], unchained: 0, spins: 13 })
  const { cash_out } = await db
    .selectFrom('visits')
    .select('cash_out')
    .where('id', '=', LEFT_OPEN)
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(cash_out).toBeGreaterThan(0)
})
