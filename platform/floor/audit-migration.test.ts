import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendChain } from '../ledger/chain.ts'
import { addPlayer } from '../players/add-players.ts'
import { transfer } from '../players/operator-transfers.ts'
import * as migration from '../store/migrations/0015-audited-rows.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { auditBooks } from './audit.ts'
import { createTestFloor } from './test-floor.ts'

/* Books that were begun before migration 15. */

/** Takes the migration back. */
const BEFORE = [
  'drop table settlement_chain, visit_chain, action_chain',
  'drop trigger visits_append_only on visits',
  'drop trigger visits_numbered on visits',
  'drop trigger visits_begin_empty on visits',
  'drop function number_visit_end()',
  'alter table visits drop column end_no',
  ...['visits', 'machines', 'accounts'].flatMap((table) => [
    `drop trigger ${table}_not_deleted on ${table}`,
    `drop trigger ${table}_no_truncate on ${table}`,
  ]),
  'create function refuse_spin_change() returns trigger language plpgsql as $$ begin return new; end $$',
]
/** What the versions before it did not write. */
const UNWRITTEN = [
  `update movements set answer = answer - 'visit'`,
  `delete from operator_actions where action = 'game definition' or target ->> 'reference' = 'lost'`,
]

const SLOW = 120_000
let database: TestDatabase
let ended: number
let open: number

const play = async (player: string, machine: string, over: Parameters<typeof createTestFloor>[1] = {}) => {
  const t = await createTestFloor(database.db, over)
  await t.floor.sit(player, machine)
  await t.floor.load(player, machine, { requestId: `load-${machine}`, amount: 1000 })
  for (const [at, outcome] of (['win', 'bonus', 'win'] as const).entries()) {
    t.call(outcome)
    await t.floor.spin(player, machine, { requestId: `spin-${machine}-${at}`, stake: 100 })
    if (at < 2) await t.pass(2500)
  }
  return t
}
/** As the tables' owner can. */
async function tamper(table: string, ...statements: string[]): Promise<void> {
  const { db } = database
  await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql.raw(`alter table ${table} enable trigger user`).execute(db)
}
const problems = async () => (await auditBooks(database.db)).problems

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const now = new Date()
  const add = async (username: string) =>
    (await addPlayer(db, { username, password: 'lobster-quartz', pin: '0815' }, now)) ?? ''
  const [gone, seated] = [await add('gone'), await add('seated')]
  const credit = { direction: 'credit', cents: 5000, now } as const
  await transfer(db, { ...credit, username: 'gone', reference: 'lost' })
  await transfer(db, { ...credit, username: 'seated', reference: 'receipt' })
  const first = await play(gone, '1')
  await first.pass(2500)
  // Its end plays the free spin that is left.
  await first.floor.hold(gone, '1')
  await first.pass(10 * 60_000)
  await first.floor.stop()
  // Dies while a spin is under way.
  const second = await play(seated, '2')
  second.trouble.die()
  await tamper('movements', UNWRITTEN[0] ?? '')
  await tamper('operator_actions', UNWRITTEN[1] ?? '')
  await extendChain(db)
  for (const statement of BEFORE) await sql.raw(statement).execute(db)
  await db.transaction().execute((trx) => migration.up(trx as unknown as Kysely<unknown>))
  const visits = await db.selectFrom('visits').select('id').orderBy('id').execute()
  ended = visits[0]?.id ?? 0
  open = visits[1]?.id ?? 0
  database = Object.assign(database, await database.reopen())
}, SLOW)
afterAll(() => database.drop())

test('the migration chains the rows so far, and gives those an action that have none', async () => {
  const report = await auditBooks(database.db)
  expect(report).toMatchObject({ problems: [], unchained: 0, spins: 7, unrecorded: 1 })
  const actions = await database.db
    .selectFrom('operator_actions')
    .select(['action', 'target'])
    .where('action', 'not in', ['players add', 'players credit'])
    .orderBy('id')
    .execute()
  expect(actions).toEqual([
    { action: 'game definition', target: { game: 'test', hash: expect.stringMatching(/^[\da-f]{64}$/) } },
    { action: 'unrecorded deposit', target: { player: '1', cents: 5000, reference: 'operator:lost' } },
  ])
})

test('its links are those that the platform would have written', async () => {
  const { db } = database
  const links = async () =>
    Promise.all(
      ['settlement_chain', 'visit_chain', 'action_chain'].map(
        async (table) => (await sql`select * from ${sql.table(table)} order by 1`.execute(db)).rows,
      ),
    )
  const migrated = await links()
  expect(migrated.map((rows) => rows.length)).toEqual([6, 3, 5])
  for (const table of ['settlement_chain', 'visit_chain', 'action_chain'])
    await tamper(table, `delete from ${table}`)
  await extendChain(db)
  expect(await links()).toEqual(migrated)
})

test('changes of the rows from before are found and named', async () => {
  await tamper('visits', `update visits set cash_in = cash_in + 1 where id = ${ended}`)
  expect((await problems()).join()).toContain(`the end of visit ${ended} is not as the chain has it`)
  await tamper('visits', `update visits set cash_in = cash_in - 1 where id = ${ended}`)
  await tamper('visits', `update visits set cash_in = cash_in + 1 where id = ${open}`)
  expect((await problems()).join()).toContain(`visit ${open} counts 1001 and 0`)
  await tamper('visits', `update visits set cash_in = cash_in - 1 where id = ${open}`)
  await tamper('spins', `update spins set settled_at = settled_at + interval '1 ms' where id = 1`)
  expect(await problems()).toContain('the settlement of spin 1 is not as the chain has it')
  await tamper('spins', `update spins set settled_at = settled_at - interval '1 ms' where id = 1`)
  expect(await problems()).toEqual([])
})

test('play goes on with them', async () => {
  const { db } = database
  const t = await createTestFloor(db)
  await t.pass(2500)
  await t.floor.sit('2', '2')
  await t.floor.load('2', '2', { requestId: 'load-more', amount: 500 })
  await t.floor.hold('2', '2')
  await t.pass(10 * 60_000)
  await t.floor.stop()
  await extendChain(db)
  expect(await auditBooks(db)).toMatchObject({ problems: [], unchained: 0, spins: 8 })
})
