import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendChain, startChain } from '../ledger/chain.ts'
import { fakeClock } from '../lib/clock.ts'
import type { Db } from '../store/db.ts'
import { createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import { auditBooks } from './audit.ts'

const SLOW = 120_000
let database: TestDatabase
let db: Db

/** Plays a load, a loss, a win, a bonus with its free spins, a jackpot and a cash-out. */
async function play(on: Db): Promise<void> {
  const t = await createTestFloor(on)
  const player = await createTestPlayer(on, 100_000)
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: `load-${player}`, amount: 10_000 })
  for (const [at, outcome] of (['lose', 'win', 'bonus', 'win', 'lose', 'jackpot'] as const).entries()) {
    t.call(outcome)
    await t.floor.spin(player, '1', { requestId: `spin-${player}-${at}`, stake: at === 5 ? 200 : 100 })
    await t.pass(2500)
  }
  await t.floor.cancel(player, '1')
  await t.floor.stop()
}

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await play(db)
  await extendChain(db)
}, SLOW)
afterAll(() => database.drop())

const problems = async () => (await auditBooks(db)).problems

/** The id of a spin's movement, or of the one that paid its win. */
async function spinOf(where: 'win' | 'lose' | 'free') {
  const { rows } = await sql<{ spin: number; movement: number }>`
    select s.id as spin, m.id as movement from spins s join movements m on m.request_id = s.request_id
    where s.win ${sql.raw(where === 'lose' ? '=' : '>')} 0 and s.free = ${where === 'free'} order by s.id limit 1`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('no such spin')
  return row
}

/** Changes the books as someone with the rights of their owner can. */
async function tamper(...statements: string[]): Promise<void> {
  const tables = ['movements', 'entries', 'spins', 'movement_chain', 'game_definitions']
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
}

test('correct books pass, with the chain up to the last movement', async () => {
  const report = await auditBooks(db)
  expect(report).toMatchObject({ problems: [], spins: 6, unchained: 0, undefinedSpins: 0 })
  expect(report.movements).toBeGreaterThan(10)
  expect(report.head).toMatch(/^\d+-6-\d+-\d+:[\da-f]{64}$/)
})

describe('a planted mistake is found and named:', () => {
  test('one wrong cent', async () => {
    const { spin, movement } = await spinOf('win')
    const change = (by: number) =>
      `update entries set amount = amount + ${by} where movement_id = ${movement} and account_id = 'machine:1'`
    await tamper(change(1))
    const found = await problems()
    expect(found).toContain(`movement ${movement} with its spin ${spin} is not as the chain has it`)
    expect(found).toContain(`movement ${movement}: its entries are 1 off`)
    await tamper(change(-1))
    expect(await problems()).toEqual([])
  })

  test('one wrong cent on an account', async () => {
    const change = (by: number) => `update accounts set balance = balance + ${by} where id = 'house'`
    await tamper(change(1))
    const found = await problems()
    expect(found[0]).toBe('the accounts are 1 off')
    expect(found[1]).toMatch(/^house holds -?\d+, its entries make -?\d+$/)
    await tamper(change(-1))
  })

  test.each(['win', 'lose', 'free'] as const)('one altered stop of a spin (%s)', async (kind) => {
    const { spin, movement } = await spinOf(kind)
    const { stops } = await db
      .selectFrom('spins')
      .select('stops')
      .where('id', '=', spin)
      .executeTakeFirstOrThrow()
    const set = (values: number[]) =>
      `update spins set stops = '${JSON.stringify(values)}' where id = ${spin}`
    // Symbols of the next position on one reel: a win is none any more, and a loss is another one.
    await tamper(set([((stops[0] ?? 0) + 1) % 4, ...stops.slice(1)]))
    const found = await problems()
    expect(found).toContain(`movement ${movement} with its spin ${spin} is not as the chain has it`)
    if (kind !== 'lose') expect(found.join()).toContain(`spin ${spin}: its stops`)
    await tamper(set(stops))
    expect(await problems()).toEqual([])
  })

  test('one removed row', async () => {
    const { spin, movement } = await spinOf('lose')
    const [row] = await db.selectFrom('entries').selectAll().where('movement_id', '=', movement).execute()
    if (!row) throw new Error('no entry')
    const where = `movement_id = ${movement} and account_id = '${row.account_id}'`
    await tamper(`delete from entries where ${where}`)
    const found = await problems()
    expect(found).toContain(`movement ${movement} with its spin ${spin} is not as the chain has it`)
    expect(found).toContain(`movement ${movement}: its entries are ${-row.amount} off`)
    await tamper(
      `insert into entries values (${movement}, '${row.account_id}', ${row.amount}, ${row.balance_after})`,
    )
    expect(await problems()).toEqual([])
  })

  test('a movement that is removed with its entries, and then from the chain too', async () => {
    const { movement } = await spinOf('free')
    await tamper(
      'create table saved as select * from movements',
      'create table saved_links as select * from movement_chain',
      `delete from movements where id = ${movement}`,
    )
    expect(await problems()).toContain(`movement ${movement} is missing: it was removed`)
    await tamper(`delete from movement_chain where movement_id = ${movement}`)
    const { rows } = await sql<{
      id: number
    }>`select min(id) as id from movements where id > ${movement}`.execute(db)
    expect((await problems())[0]).toMatch(
      new RegExp(`^movement ${rows[0]?.id}( with its spin \\d+)? is not as the chain has it$`),
    )
    await tamper(
      `insert into movements overriding system value select * from saved where id = ${movement}`,
      `insert into movement_chain select * from saved_links where movement_id = ${movement}`,
      'drop table saved',
      'drop table saved_links',
    )
    expect(await problems()).toEqual([])
  })

  test('a removed spin, a win that was not paid, and a changed definition', async () => {
    const { spin, movement } = await spinOf('win')
    await tamper('create table saved as select * from spins', `delete from spins where id = ${spin}`)
    expect(await problems()).toContain(`movement ${movement}: its spin is missing`)
    await tamper(
      `insert into spins overriding system value select * from saved where id = ${spin}`,
      'drop table saved',
    )
    const rename = (to: string) =>
      `update movements set request_id = '${to}' where request_id in ('spin:${spin}:win', 'spin:0:win')`
    await tamper(rename('spin:0:win'))
    expect((await problems()).join()).toContain(`spin ${spin}: its win of 500 was not paid`)
    await tamper(rename(`spin:${spin}:win`))
    await tamper('update game_definitions set definition = replace(definition, \'"3":5\', \'"3":6\')')
    expect((await problems())[0]).toMatch(/^the definition [\da-f]{64} of test is not what its hash says$/)
    await tamper('update game_definitions set definition = replace(definition, \'"3":6\', \'"3":5\')')
    expect(await problems()).toEqual([])
  })
})

test('the database refuses changes of booked rows', async () => {
  const { spin, movement } = await spinOf('win')
  const refusedBy = async (statement: string) =>
    expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only')
  await refusedBy(`update entries set amount = 1 where movement_id = ${movement}`)
  await refusedBy(`delete from entries where movement_id = ${movement}`)
  await refusedBy('truncate entries')
  await refusedBy(`update movements set kind = 'win' where id = ${movement}`)
  await refusedBy(`delete from movement_chain where movement_id = ${movement}`)
  await refusedBy('truncate movement_chain')
  await refusedBy(`update spins set jackpot = 1 where id = ${spin}`)
  await refusedBy(`update spins set settled_at = null where id = ${spin}`)
  await refusedBy(`delete from spins where id = ${spin}`)
  await refusedBy("update game_definitions set game = 'x'")
  expect(await problems()).toEqual([])
})

test('a running spin can be settled, and nothing else of it changed', async () => {
  const t = await createTestFloor(db)
  const player = await createTestPlayer(db, 1000)
  await extendChain(db)
  await t.floor.sit(player, '2')
  await t.floor.load(player, '2', { requestId: `load-${player}`, amount: 500 })
  t.call('win')
  await t.floor.spin(player, '2', { requestId: `open-${player}`, stake: 100 })
  await expect(sql`update spins set win = 0 where settled_at is null`.execute(db)).rejects.toThrow(
    'append-only',
  )
  // Not paid yet, and not in the chain yet: both are right.
  const now = t.clock.now()
  expect(await auditBooks(db, { now })).toMatchObject({ problems: [], unchained: 3 })
  await t.pass(2500)
  await t.floor.cancel(player, '2')
  await t.floor.stop()
  await extendChain(db)
  expect(await auditBooks(db)).toMatchObject({ problems: [], unchained: 0 })
})

test('a platform extends the chain while it runs and at its stop', async () => {
  const clock = fakeClock()
  const stop = startChain(db, clock, (error) => {
    throw error
  })
  await createTestPlayer(db, 100)
  await expect
    .poll(async () => {
      clock.advance(2000)
      return (await auditBooks(db)).unchained
    })
    .toBe(0)
  await createTestPlayer(db, 100)
  await stop()
  expect((await auditBooks(db)).unchained).toBe(0)
})

/**
 * In seconds of processor time, which does not depend on the load of other tests. It includes the embedded
 * database, which runs in this process. docs/benchmarks.md has the elapsed time.
 */
const MAX_SECONDS_PER_MILLION = process.env.TEST_DATABASE_URL ? 60 : 150

test('auditing a million spins takes little of the processor, extrapolated from a few hundred', {
  timeout: SLOW,
}, async () => {
  const small = await fastestAudit()
  const t = await createTestFloor(db)
  const player = await createTestPlayer(db, 100_000)
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: `load-${player}`, amount: 99_000 })
  for (let n = 0; n < 600; n += 1) {
    if (n % 4 === 0) t.call('win')
    await t.floor.spin(player, '1', { requestId: `many-${player}-${n}`, stake: 100 })
    await t.pass(2500)
  }
  await t.floor.cancel(player, '1')
  await t.floor.stop()
  await extendChain(db)
  const large = await fastestAudit()
  expect(large.spins - small.spins).toBe(600)
  // Without what an audit costs by itself.
  const msPerSpin = (large.ms - small.ms) / 600
  expect(msPerSpin * 1000).toBeLessThan(MAX_SECONDS_PER_MILLION)
})

/** The quickest of some audits, which must find nothing. */
async function fastestAudit(): Promise<{ ms: number; spins: number }> {
  let ms = Number.POSITIVE_INFINITY
  let spins = 0
  for (let n = 0; n < 10; n += 1) {
    const before = process.cpuUsage()
    const report = await auditBooks(db)
    const { user, system } = process.cpuUsage(before)
    ms = Math.min(ms, (user + system) / 1000)
    expect(report.problems).toEqual([])
    spins = report.spins
  }
  return { ms, spins }
}
