import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'

/* The clock is set, as an operator or a time server does, while a player has money on a machine. */

const DAY_MS = 24 * 60 * 60_000
const HOLD_MS = 5 * 60_000
const IDLE_MS = 60_000
const SPIN_MS = 2500
const database = databaseOfFile()
let t: TestFloor
let player: string

const spin = (requestId: string) => t.floor.spin(player, '1', { requestId, stake: 100 })
const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance

async function restart(): Promise<void> {
  t.trouble.die()
  t = await createTestFloor(database.db, {}, t.clock)
}

beforeEach(async () => {
  t = await createTestFloor(database.db, { minCycleMs: 2 * SPIN_MS, idleMs: IDLE_MS })
  player = await createTestPlayer(database.db, 10_000)
  await t.floor.sit(player, '1')
  await t.floor.load(player, '1', { requestId: `load ${player}`, amount: 1000 })
})
afterEach(async () => {
  if (t.floor.seatOf(player)) await t.floor.hold(player, '1')
  await t.pass(HOLD_MS)
  await t.floor.stop()
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await audit(database.db)).toEqual([])
})

test.each([-DAY_MS, DAY_MS])('a hold ends at its time, also if the clock was set by %i ms', async (by) => {
  await t.floor.hold(player, '1')
  t.clock.set(by)
  await t.pass(HOLD_MS - 1)
  expect(t.floor.seatOf(player)).toBe('1')
  await t.pass(1)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(10_000)
})

test('a hold ends no later than its length after a restart, if the clock was set back', async () => {
  await t.floor.hold(player, '1')
  t.clock.set(-DAY_MS)
  await restart()
  await t.pass(HOLD_MS)
  expect(t.floor.seatOf(player)).toBeUndefined()
})

test.each([-DAY_MS, DAY_MS])(
  'the minimum cycle has its length, if the clock was set by %i ms',
  async (by) => {
    await spin('first')
    t.clock.set(by)
    await t.pass(SPIN_MS)
    expect(await spin('second')).toMatchObject({ ok: false, code: Code.machineBusy })
    await t.pass(SPIN_MS)
    expect(await spin('second')).toMatchObject({ ok: true })
  },
)

test('a banned player is gone when the reels stop, if the clock was set back since they started', async () => {
  await spin('first')
  t.clock.set(-DAY_MS)
  await t.floor.expel(player)
  await t.pass(SPIN_MS)
  expect(t.floor.seatOf(player)).toBeUndefined()
})

test('the picture of a restarted process shows no reels that start in the future', async () => {
  await spin('first')
  t.clock.set(-DAY_MS)
  await restart()
  expect(t.shown.spins).toMatchObject([{ sinceMs: 0 }])
})

test('the idle warning comes no later than its time to a page that lost its process', async () => {
  t.clock.set(-DAY_MS)
  await t.floor.resume(player, '1')
  const warnings: unknown[] = []
  t.floor.events.on('info', ({ info }) => warnings.push(info.params?.seconds))
  await t.pass(IDLE_MS + SPIN_MS)
  expect(warnings).toEqual([10])
})
