import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'

/* What the lobby's cards show of machines and brands. */

const SPIN_MS = 2500
let database: TestDatabase
let t: TestFloor
let player: string
let requests = 0

const requestId = () => {
  requests += 1
  return `figures-${requests}`
}
const machineOne = ({ floor }: TestFloor = t) => floor.machines(player)?.machines.find(({ id }) => id === '1')
const freeOfBrandOne = () => t.floor.brands().find(({ id }) => id === '1')?.freeCount

async function play(outcome: 'win' | 'jackpot', stake: number): Promise<void> {
  t.call(outcome)
  await t.floor.spin(player, '1', { requestId: requestId(), stake })
  await t.pass(SPIN_MS)
}

beforeEach(async () => {
  database = await testDatabase()
  t = await createTestFloor(database.db)
  player = await createTestPlayer(database.db, 10_000)
})
afterEach(async () => {
  await t.floor.stop()
  await database.drop()
})

test('a big win is shown once its visit has ended, also after a restart, and a win of five stakes never', async () => {
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: requestId(), amount: 2000 })
  await play('jackpot', 500)
  await play('win', 100)
  // Decision 26: while the player is seated, wins are the player's alone.
  expect(machineOne()).not.toHaveProperty('lastBigWin')
  await t.floor.cashOut(player, '1', requestId())
  await t.floor.leave(player, '1')
  const won = machineOne()?.lastBigWin
  expect(won).toBeGreaterThan(500 * 10)
  // A later visit without one keeps it.
  await t.floor.sit(player, '1')
  await t.floor.leave(player, '1')
  expect(machineOne()?.lastBigWin).toBe(won)
  await t.floor.stop()
  t = await createTestFloor(database.db)
  expect(machineOne()?.lastBigWin).toBe(won)
})

test('another process shows the big win that the owner reports', async () => {
  const other = await createTestFloor(database.db, { shared: true })
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: requestId(), amount: 2000 })
  await play('jackpot', 500)
  await t.floor.cashOut(player, '1', requestId())
  await t.floor.leave(player, '1')
  for (const mirror of t.floor.owned('1')) other.floor.applyMirror(mirror)
  expect(machineOne(other)?.lastBigWin).toBe(machineOne()?.lastBigWin)
  expect(machineOne()?.lastBigWin).toBeDefined()
  await other.floor.stop()
})

test('a brand has the number of its free machines', async () => {
  expect(freeOfBrandOne()).toBe(3)
  await t.floor.sit(player, '1')
  expect(freeOfBrandOne()).toBe(2)
  await t.floor.setFault('4', 'error')
  expect(freeOfBrandOne()).toBe(1)
  await t.floor.leave(player, '1')
  expect(freeOfBrandOne()).toBe(2)
})
