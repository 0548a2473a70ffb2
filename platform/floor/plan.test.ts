import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FloorPlan, PlannedMachine } from '../machines/floor-plan.ts'
import { connectTestCabinet } from '../testing/floor/cabinet/line.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import { openCabinet, settleCredit } from './cabinet/settle-by-hand.ts'
import { jackpotPaid, paidShareOf } from './settle-spin.ts'

/* A floor by configuration, and what a changed configuration does to what is under way. */

const BRANDS = [
  { id: 1, key: 'one', name: 'One', game: 'test', jackpotSeedCents: 100_000 },
  { id: 1000, key: 'own', name: 'Own', game: 'test', jackpotSeedCents: 0 },
]
const machine = (id: number, brand: number, over: Partial<PlannedMachine> = {}): PlannedMachine => ({
  ...{ id, brand, name: `M${id}`, stakes: undefined, driver: 'simulated', keyHash: undefined },
  ...over,
})
const PLAN: FloorPlan = {
  brands: BRANDS,
  machines: [machine(5, 1, { name: 'Hall 5' }), machine(7, 1, { stakes: [1000, 2000] }), machine(9, 1000)],
}

let database: TestDatabase
let playerId: string
let t: TestFloor
const open = async (plan: FloorPlan) => {
  t = await createTestFloor(database.db, { plan }, t?.clock)
}
const listed = () =>
  t.floor.machines(playerId)?.machines.map(({ id, name, brand, status }) => [id, name, brand, status])

beforeEach(async () => {
  database = await testDatabase()
  playerId = await createTestPlayer(database.db, 100_000)
  await open(PLAN)
}, 60_000)
afterEach(async () => {
  expect(await audit(database.db)).toEqual([])
  await t.floor.stop()
  await database.drop()
})

test('the floor has the machines of the plan, with their names and stakes', async () => {
  expect(listed()).toEqual([
    ['5', 'Hall 5', 'one', 'available'],
    ['7', 'M7', 'one', 'available'],
    ['9', 'M9', 'own', 'available'],
  ])
  expect(t.floor.brands().map(({ id, machineCount }) => [id, machineCount])).toEqual([
    ['1', 2],
    ['1000', 1],
  ])
  expect(await t.floor.sit(playerId, '7')).toMatchObject({ capabilities: { stakes: [1000, 2000] } })
  await t.floor.stop()
  await open({
    ...PLAN,
    machines: PLAN.machines.map((planned) => ({ ...planned, name: `New ${planned.id}` })),
  })
  expect(listed()?.map(([, name]) => name)).toEqual(['New 5', 'New 7', 'New 9'])
})

test('a simulation leaves out cabinets, whose stakes are not known yet', async () => {
  await t.floor.stop()
  const cabinet = machine(4, 1, { driver: 'controller', keyHash: '4' })
  const random = {
    int(limit: number) {
      if (limit < 1) throw new RangeError('there is nothing to choose from')
      return 0
    },
  }
  const plan = { brands: BRANDS, machines: [...PLAN.machines, cabinet] }
  t = await createTestFloor(database.db, { plan, simulate: true, random })
  await t.pass(60_000)
  expect(t.floor.change('4')?.status).toBe('offline')
})

test('machines with other stakes divide their jackpot alike', async () => {
  const paid = async (id: string, stake: number) => {
    await t.floor.sit(playerId, id)
    await t.floor.load(playerId, id, { requestId: `load${id}`, amount: 10_000 })
    t.call('jackpot')
    await t.floor.spin(playerId, id, { requestId: `spin${id}`, stake })
    const pool = t.floor.jackpot('1').balance
    await t.pass(2500)
    const hit = pool - t.floor.jackpot('1').balance
    await t.floor.cancel(playerId, id)
    expect(hit).toBe(jackpotPaid(pool, stake, 2000))
  }
  await paid('5', 500)
  await paid('7', 2000)
  const [low, high] = ['5', '7'].map((id) => t.floor.rulesOf(id))
  expect(low && high && [paidShareOf(low), paidShareOf(high)]).toEqual([0.225, 0.9])
})

test('a machine that is taken out stays until its visit ends, and admits nobody else', async () => {
  await t.floor.sit(playerId, '9')
  await t.floor.load(playerId, '9', { requestId: 'load', amount: 5000 })
  await t.floor.stop()
  // Its brand is gone, too.
  await open({ brands: BRANDS.slice(0, 1), machines: PLAN.machines.slice(0, 2) })
  expect(await t.floor.sit(playerId, '9')).toMatchObject({ ok: true, game: { credit: 5000 } })
  expect(await t.floor.cancel(playerId, '9')).toMatchObject({ ok: true, amount: 5000 })
  const other = await createTestPlayer(database.db, 1000)
  expect(await t.floor.sit(other, '9')).toMatchObject({ ok: false, code: 60003 })
  expect(listed()?.at(-1)).toEqual(['9', 'M9', 'own', 'offline'])
  await t.floor.stop()
  await open({ brands: BRANDS.slice(0, 1), machines: PLAN.machines.slice(0, 2) })
  expect(listed()).toHaveLength(2)
})

test.each([
  [{ brand: 1000 }, /the brand of a machine never changes: the database has machine 5 with the brand one/],
  [{ driver: 'controller' as const }, /the driver of a machine never changes: the database has machine 5/],
])('a machine with another brand or driver refuses the start: %o', async (over, reason) => {
  await t.floor.stop()
  await expect(open({ ...PLAN, machines: [machine(5, 1, over)] })).rejects.toThrow(reason)
})

test('a cabinet with credit does not leave the floor before the credit is settled', async () => {
  await t.floor.stop()
  const cabinet = machine(11, 1, { driver: 'controller', keyHash: '' })
  const withCabinet = { ...PLAN, machines: [...PLAN.machines, cabinet] }
  await open(withCabinet)
  const line = await connectTestCabinet(t.floor, '11')
  expect(await t.floor.sit(playerId, '11')).toMatchObject({ ok: true })
  const loaded = t.floor.load(playerId, '11', { requestId: 'load', amount: 1000 })
  await line.quiet()
  expect(await loaded).toMatchObject({ ok: true })
  await t.floor.stop()
  await expect(open(PLAN)).rejects.toThrow('machine 11 is a cabinet with credit')
  await open(withCabinet)
  await t.floor.stop()
  expect(
    await settleCredit(database.db, { machine: 11, playerId, cents: 1000, now: new Date() }),
  ).toMatchObject({
    ok: true,
  })
  await open(PLAN)
  expect(listed()?.map(([id]) => id)).toEqual(['5', '7', '9'])
})

/** A visit to a cabinet with games of 1.00 that win nothing. */
async function playAt(id: string, line: Awaited<ReturnType<typeof connectTestCabinet>>, games: number) {
  expect(await t.floor.sit(playerId, id)).toMatchObject({ ok: true })
  await line.answered(t.floor.load(playerId, id, { requestId: `load${id}`, amount: 1000 }))
  for (let game = 0; game < games; game += 1) await line.report(...line.cabinet.play(0))
  await line.report(line.cabinet.state())
  const cancelled = await line.answered(t.floor.cancel(playerId, id))
  expect(cancelled).toMatchObject({ ok: true, amount: 1000 - 100 * games })
}

test('a cabinet whose counter was reset is played on as a machine with a new id', async () => {
  await t.floor.stop()
  const cabinet = (id: number) => machine(id, 1, { name: 'Hall 11', driver: 'controller', keyHash: `${id}` })
  await open({ ...PLAN, machines: [...PLAN.machines, cabinet(11)] })
  await playAt('11', await connectTestCabinet(t.floor, '11'), 3)
  // A technician has cleared its memory: its games begin at 0.
  const reset = await connectTestCabinet(t.floor, '11')
  expect(t.floor.change('11')?.status).toBe('error')
  expect(await openCabinet(database.db, { machine: 11, now: new Date() })).toMatchObject({
    closed: 'conflict',
  })
  await reset.report(reset.cabinet.state())
  expect(t.floor.change('11')?.status).toBe('error')

  await t.floor.stop()
  await open({ ...PLAN, machines: [...PLAN.machines, cabinet(12)] })
  expect(listed()?.map(([id]) => id)).toEqual(['5', '7', '9', '12'])
  await playAt('12', await connectTestCabinet(t.floor, '12'), 2)
  expect(t.floor.change('12')?.status).toBe('available')
  const games = await database.db.selectFrom('cabinet_games').select(['machine_id', 'number']).execute()
  expect(games.map(({ machine_id, number }) => [machine_id, number])).toEqual([
    ...[1, 2, 3].map((number) => [11, number]),
    ...[1, 2].map((number) => [12, number]),
  ])
})
