import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GameDef } from '../games/game.ts'
import { balanceOf, creditOf, jackpotOf } from '../ledger/ledger.ts'
import {
  audit,
  createTestFloor,
  createTestPlayer,
  TEST_GAME,
  type TestFloor,
} from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import { jackpotPaid } from './settle-spin.ts'

/* A start with other stakes or another game: what was staked before is played to its end by its own rules. */

let database: TestDatabase
let playerId: string
let t: TestFloor

beforeEach(async () => {
  database = await testDatabase()
  playerId = await createTestPlayer(database.db, 100_000)
  t = await createTestFloor(database.db)
  await t.floor.sit(playerId, '1')
  await t.floor.load(playerId, '1', { requestId: 'load', amount: 10_000 })
}, 60_000)
afterEach(async () => {
  expect(await audit(database.db)).toEqual([])
  await t.floor.stop()
  await database.drop()
})

async function play(outcome: 'lose' | 'bonus' | 'jackpot' | 'win', stake: number, id = `${outcome}${stake}`) {
  t.call(outcome)
  return t.floor.spin(playerId, '1', { requestId: id, stake })
}
async function restart(def: Partial<GameDef>) {
  await t.floor.stop()
  t = await createTestFloor(database.db, { games: { test: { ...TEST_GAME, ...def } } }, t.clock)
}
const seated = async () => {
  const sat = await t.floor.sit(playerId, '1')
  if (!sat.ok) throw new Error(`code ${sat.code}`)
  return sat
}

test('free spins are played at the stake that bought them, also when it is not offered any more', async () => {
  await play('bonus', 500)
  await t.pass(2500)
  await restart({ stakes: [100, 200] })
  expect(await seated()).toMatchObject({
    game: { stake: 500, freeSpins: 2 },
    capabilities: { stakes: [100, 200] },
  })
  expect(await play('win', 100, 'free')).toMatchObject({
    ok: true,
    game: { spin: { free: true, stake: 500 } },
  })
  await t.pass(2500)
  expect(await seated()).toMatchObject({ game: { bonusWin: 2500, credit: 10_000 - 500 + 2500 } })
  await play('lose', 100, 'last free')
  await t.pass(2500)
  expect(await play('lose', 500, 'paid')).toMatchObject({ ok: false, code: 60006 })
})

test('a stake that is not offered any more becomes the next lower one, or the lowest', async () => {
  await play('lose', 500)
  await t.pass(2500)
  await restart({ stakes: [100, 200, 1000] })
  expect((await seated()).game.stake).toBe(200)
  await restart({ stakes: [1000, 2000] })
  expect((await seated()).game.stake).toBe(1000)
})

test('a jackpot that was hit before is paid by the stakes of its time', async () => {
  await play('jackpot', 100)
  const pool = (await balanceOf(database.db, jackpotOf(1))).balance
  // The process is killed while the reels turn.
  t.trouble.die()
  t = await createTestFloor(database.db, { games: { test: { ...TEST_GAME, stakes: [100, 200] } } }, t.clock)
  const { balance } = await balanceOf(database.db, creditOf(1))
  expect(balance).toBe(10_000 - 100 + jackpotPaid(pool, 100, 500))
})

test('free spins of another game than the machine has by now are played out at the start', async () => {
  await play('bonus', 200)
  await t.pass(2500)
  await t.floor.stop()
  const other = { ...TEST_GAME, id: 'other', reels: [...TEST_GAME.reels, ...TEST_GAME.reels] }
  const brands = [{ id: 1, key: 'one', name: 'one', game: 'other', jackpotSeedCents: 1_840_000 }]
  const games = { test: TEST_GAME, other }
  t = await createTestFloor(database.db, { games, brands, machines: 3 }, t.clock)
  expect((await seated()).game).toMatchObject({ freeSpins: 0, credit: 9800 })
  expect(t.shown.spins).toEqual([])
})
