import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { extendChain, startChain } from '../ledger/chain.ts'
import { fakeClock } from '../lib/clock.ts'
import type { Db } from '../store/db.ts'
import { createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { auditBooks } from './audit.ts'

const SLOW = 120_000
const database = databaseOfFile()
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
  db = database.db
  await play(db)
  await extendChain(db)
}, SLOW)

const problems = async () => (await auditBooks(db)).problems

test('correct books pass, with the chain up to the last movement', async () => {
  const report = await auditBooks(db)
  expect(report).toMatchObject({ problems: [], spins: 6, unchained: 0, undefinedSpins: 0 })
  expect(report.movements).toBeGreaterThan(10)
  expect(report.head).toMatch(/^\d+-6-\d+-\d+:[\da-f]{64}$/)
})

test('the database refuses changes of booked rows', async () => {
  const { rows } = await sql<{ spin: number; movement: number }>`
    select s.id as spin, m.id as movement from spins s join movements m on m.request_id = s.request_id
    where s.win > 0 and not s.free limit 1`.execute(db)
  const { spin, movement } = rows[0] ?? { spin: 0, movement: 0 }
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
