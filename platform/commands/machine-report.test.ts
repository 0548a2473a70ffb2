import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { reportMachines } from './machine-report.ts'

const ALWAYS = { from: new Date(0), to: new Date('2100-01-01') }
const EMPTY = {
  ...{
    state: 'free',
    player: null,
    since: null,
    credit: 0,
    spins: 0,
    free_spins: 0,
    coin_in: 0,
    coin_out: 0,
  },
  ...{ jackpot_fed: 0, net: 0, jackpot_paid: 0, cash_in: 0, cash_out: 0 },
}

const database = databaseOfFile()
let t: TestFloor
beforeAll(async () => {
  t = await createTestFloor(database.db)
}, 60_000)
afterAll(() => t.floor.stop())

const report = async (period = ALWAYS) => {
  const machines = await reportMachines(database.db, period)
  return (id: number) => machines.find((machine) => machine.id === id)
}
let request = 0
async function spin(player: string, machine: string, outcome: Parameters<typeof t.call>[0]) {
  t.call(outcome)
  request += 1
  expect(await t.floor.spin(player, machine, { requestId: `spin-${request}`, stake: 100 })).toMatchObject({
    ok: true,
  })
  await t.pass(2500)
}
const usernameOf = async (player: string) => {
  const row = database.db.selectFrom('players').select('username').where('id', '=', Number(player))
  return (await row.executeTakeFirstOrThrow()).username
}

test('names the player, the seat and the credit, and adds up stakes, wins, free spins and jackpots', async () => {
  const player = await createTestPlayer(database.db, 100_000)
  await t.floor.sit(player, '2')
  const since = new Date(t.clock.now())
  await t.floor.load(player, '2', { requestId: 'load', amount: 10_000 })
  // A win pays five times the stake, a bonus awards two free spins.
  for (const outcome of ['lose', 'win', 'bonus', 'win', 'lose'] as const) await spin(player, '2', outcome)
  expect((await report())(2)).toEqual({
    id: 2,
    name: 'two 01',
    brand: 'two',
    ...EMPTY,
    state: 'playing',
    player: await usernameOf(player),
    since,
    credit: 10_000 - 300 + 1000,
    spins: 3,
    free_spins: 2,
    coin_in: 300,
    coin_out: 1000,
    jackpot_fed: 3,
    net: 300 - 1000 - 3,
    cash_in: 10_000,
  })
  expect((await report())(1)).toEqual({ id: 1, name: 'one 01', brand: 'one', ...EMPTY })

  await spin(player, '2', 'jackpot')
  const jackpot = (await report())(2)?.jackpot_paid ?? 0
  expect(jackpot).toBeGreaterThan(0)
  await t.floor.cancel(player, '2')
  const left = (await report())(2)
  expect(left).toMatchObject({
    ...EMPTY,
    net: left?.net,
    spins: 4,
    free_spins: 2,
    coin_in: 400,
    coin_out: 1000,
    jackpot_fed: 4,
    jackpot_paid: jackpot,
    cash_in: 10_000,
    cash_out: 10_600 + jackpot,
  })
  // What the ledger holds of the house at this machine, and of all machines together.
  const { rows } = await sql<{ balance: number }>`select balance from accounts where id = 'house:2'`.execute(
    database.db,
  )
  expect(left?.net).toBe(rows[0]?.balance)
})

test('a movement counts on its own day, and states follow the machine', async () => {
  const player = await createTestPlayer(database.db, 10_000)
  await t.floor.sit(player, '3')
  await t.floor.load(player, '3', { requestId: 'load-3', amount: 1000 })
  t.call('win')
  const from = new Date(t.clock.now())
  await t.floor.spin(player, '3', { requestId: 'spin-3', stake: 100 })
  await t.pass(2500)
  const to = new Date(t.clock.now())
  const later = { from: to, to: ALWAYS.to }
  expect((await report({ from, to }))(3)).toMatchObject({ spins: 1, coin_in: 100, coin_out: 0, net: 99 })
  expect((await report(later))(3)).toMatchObject({
    spins: 0,
    coin_in: 0,
    coin_out: 500,
    net: -500,
    credit: 1400,
  })
  await t.floor.setFault('3', 'offline')
  await t.floor.setFault('4', 'error')
  expect([3, 4].map(await report()).map((machine) => machine?.state)).toEqual(['offline', 'error'])
  await t.floor.setFault('3', undefined)
  expect((await report())(3)).toMatchObject({ state: 'held', player: await usernameOf(player) })
})
