import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportMachines } from '../../commands/machine-report.ts'
import { transactionsOf, visitsOf } from '../../players/history.ts'
import { findSpin, spinsOf } from '../../players/spin-history.ts'
import { cabinetPlan, connectTestCabinet } from '../../testing/floor/cabinet/line.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../../testing/store/database.ts'
import { settleSuspense } from './settle-by-hand.ts'

/* What players and the operator read of the games at a cabinet. */

const ALWAYS = { from: new Date(0), to: new Date('2100-01-01') }
let database: TestDatabase
let t: TestFloor
let line: Awaited<ReturnType<typeof connectTestCabinet>>
let player: string
beforeAll(async () => {
  database = await testDatabase()
  t = await createTestFloor(database.db, { plan: cabinetPlan(3) })
  line = await connectTestCabinet(t.floor, '1')
  player = await createTestPlayer(database.db, 100_000)
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: 'load', amount: 10_000 })
  // The stake is 1.00.
  await line.report(...line.cabinet.play(0))
  await line.report(...line.cabinet.play(700))
  await line.report({ type: 'handpay', id: 'h1', cents: 3000 })
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' })
  // A load that the cabinet refuses.
  line.cabinet.setBusy(true)
  await t.floor.load(player, '1', { requestId: 'refused', amount: 2000 })
  line.cabinet.setBusy(false)
  await line.quiet()
}, 60_000)
afterAll(async () => {
  expect(await audit(database.db)).toEqual([])
  await t.floor.stop()
  await database.drop()
})

const report = async (period = ALWAYS) => {
  const machines = await reportMachines(database.db, period)
  return machines.find(({ id }) => id === 1)
}
const PLAYED = {
  spins: 2,
  free_spins: 0,
  coin_in: 200,
  coin_out: 700 + 3000,
  jackpot_fed: 0,
  net: 200 - 700 - 3000,
  cash_in: 10_000,
}

test('the report counts games, hand pays and loads, as the house’s account has them', async () => {
  expect(await report()).toMatchObject({ ...PLAYED, state: 'playing', credit: 10_500, cash_out: 0 })
  const { rows } = await sql<{ balance: number }>`select balance from accounts where id = 'house:1'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ balance: PLAYED.net }])
  const before = { from: ALWAYS.from, to: new Date(t.clock.now()) }
  expect(await report(before)).toMatchObject({ spins: 0, coin_in: 0, coin_out: 0, net: 0, cash_in: 0 })
})

test('a hand’s bill is nothing that the house has won or lost', async () => {
  const bill = await connectTestCabinet(t.floor, '2')
  bill.cabinet.insert(500)
  await bill.report(bill.cabinet.state())
  const [, second] = await reportMachines(database.db, ALWAYS)
  expect(second).toMatchObject({ net: 0, cash_in: 0, coin_in: 0 })
})

test('a visit counts the games of its cabinet', async () => {
  const { rows } = await visitsOf(database.db, player, { limit: 10 }, t.clock.now())
  expect(rows).toMatchObject([{ machine: 'C1', spins: 2, freeSpins: 0, cashIn: 10_000, cashOut: 0 }])
})

test('the games of a machine are listed, newest first, in pages, and for their player alone', async () => {
  const page = (limit: number, cursor?: number) =>
    spinsOf(database.db, player, { machineId: 1, limit, ...(cursor !== undefined && { cursor }) })
  const first = await page(1)
  expect(first).toMatchObject({
    rows: [{ id: '2', stake: 100, win: 700, free: false, jackpot: 0 }],
    cursor: '2',
  })
  expect(await page(1, 2)).toMatchObject({ rows: [{ id: '1', stake: 100, win: 0 }], cursor: null })
  const other = await createTestPlayer(database.db, 0)
  expect(await spinsOf(database.db, other, { machineId: 1, limit: 10 })).toMatchObject({
    rows: [],
    cursor: null,
  })
  // A cabinet reports the credit after a game.
  expect(await findSpin(database.db, player, { machineId: 1, id: 2 })).toMatchObject({
    ...{ id: '2', stake: 100, win: 700, creditAfter: 10_500 },
  })
  expect(await findSpin(database.db, other, { machineId: 1, id: 2 })).toBeUndefined()
})

test('transactions name a returned load, a settled hand pay and an automatic cash-out', async () => {
  line = await connectTestCabinet(t.floor, '1')
  line.cabinet.games = 2
  line.cabinet.setCredit(10_500)
  await line.report(...line.cabinet.greet())
  const row = await database.db
    .selectFrom('players')
    .select('username')
    .where('id', '=', Number(player))
    .executeTakeFirstOrThrow()
  const settled = { machine: 1, cents: 3000, player: row.username, reference: 'h1', now: new Date() }
  expect(await settleSuspense(database.db, settled)).toMatchObject({ ok: true })
  expect(await t.floor.hold(player, '1')).toEqual({ ok: true })
  for (let s = 0; s < 320 && t.floor.seatOf(player); s += 5) {
    await t.pass(5000)
    await line.report(line.cabinet.state())
    await line.quiet()
  }
  expect(t.floor.seatOf(player)).toBeUndefined()
  const { rows } = await transactionsOf(database.db, player, { limit: 10 })
  expect(rows.map(({ action, amount, from, tag }) => [action, amount, from, tag])).toEqual([
    [4, 10_500, 'machine', 'automatic'],
    [5, 3000, 'machine', null],
    [4, 2000, 'machine', 'returned'],
    [3, -2000, 'wallet', null],
    [3, -10_000, 'wallet', null],
    [1, 100_000, 'operator', null],
  ])
  expect(await report()).toMatchObject({ ...PLAYED, cash_out: 10_500, credit: 0 })
})

test.each([
  [false, null],
  [true, 'automatic'],
])('a cabinet that is released (automatically: %s) has that in the history', async (isAutomatic, tag) => {
  const free = await connectTestCabinet(t.floor, '3')
  expect(await t.floor.sit(player, '3')).toMatchObject({ ok: true })
  const load = { requestId: `load-${isAutomatic}`, amount: 500 }
  expect(await free.answered(t.floor.load(player, '3', load))).toMatchObject({ ok: true })
  expect(await free.answered(t.floor.cancel(player, '3', isAutomatic))).toMatchObject({ ok: true })
  const { rows } = await transactionsOf(database.db, player, { limit: 1 })
  expect(rows).toMatchObject([{ action: 4, amount: 500, tag }])
})
