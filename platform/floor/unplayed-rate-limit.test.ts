import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { setOwnLimit } from '../players/own-limits.ts'
import { audit, createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'

/* What a player stores without playing: visits and movements, which are kept for ever. */

const database = databaseOfFile()
const REFILL_MS = 300_000
const SPENT = { ok: false, code: Code.unplayedTooOften, params: { seconds: 300 } }

async function start() {
  const t = await createTestFloor(database.db)
  const player = await createTestPlayer(database.db, 10_000)
  let count = 0
  const requestId = () => `request-${player}-${++count}`
  return {
    ...{ t, player, requestId },
    sit: (machineId = '1') => t.floor.sit(player, machineId),
    leave: () => t.floor.leave(player, '1'),
    load: (request = requestId(), amount = 1) => t.floor.load(player, '1', { requestId: request, amount }),
    spin: () => t.floor.spin(player, '1', { requestId: requestId(), stake: 100 }),
    rowsOf: (table: 'visits' | 'movements') =>
      database.db.selectFrom(table).select('id').where('player_id', '=', Number(player)).execute(),
    async stop() {
      expect(await t.floor.cancel(player, '1')).toMatchObject({ ok: true })
      await t.floor.stop()
      expect(await audit(database.db)).toEqual([])
    },
  }
}

test('a load that the own limits refuse spends the budget too', async () => {
  const { t, player, sit, load, stop } = await start()
  await sit()
  await setOwnLimit(database.db, player, { kind: 'loss-day', value: 1 }, t.clock.now())
  for (let n = 0; n < 60; n += 1) expect(await load()).toMatchObject({ code: Code.ownLossDay })
  expect(await load()).toEqual(SPENT)
  await stop()
})

test('visits without a spin have a budget, which time and a spin refill', async () => {
  const { t, sit, leave, load, spin, rowsOf, stop } = await start()
  const other = await createTestPlayer(database.db, 100)
  for (let n = 0; n < 61; n += 1) {
    expect(await sit()).toMatchObject({ ok: true })
    // A page that resumes its seat stores nothing.
    expect(await sit()).toMatchObject({ ok: true })
    expect(await leave()).toMatchObject({ ok: true })
    // No time makes it more than full.
    if (n === 0) await t.pass(10 * REFILL_MS)
  }
  for (let n = 0; n < 20; n += 1) expect(await sit()).toEqual(SPENT)
  expect(await t.floor.sit(other, '1')).toMatchObject({ ok: true })
  await t.floor.leave(other, '1')
  expect(await rowsOf('visits')).toHaveLength(61)
  await t.pass(REFILL_MS)
  expect(await sit()).toMatchObject({ ok: true })
  expect(await leave()).toMatchObject({ ok: true })
  expect(await sit()).toEqual(SPENT)
  await t.pass(REFILL_MS)
  await sit()
  await load(undefined, 100)
  expect(await spin()).toMatchObject({ ok: true })
  await t.pass(2500)
  for (let n = 0; n < 20; n += 1) {
    expect(await leave()).toMatchObject({ ok: true })
    expect(await sit()).toMatchObject({ ok: true })
  }
  await stop()
})

test('loads without a spin have a budget, and a cash-out has none', async () => {
  const { t, player, sit, load, spin, requestId, rowsOf, stop } = await start()
  const cashOut = () => t.floor.cashOut(player, '1', requestId())
  await sit()
  for (let n = 0; n < 60; n += 1) {
    expect(await load()).toMatchObject({ ok: true })
    expect(await cashOut()).toMatchObject({ ok: true, amount: 1 })
  }
  const before = await rowsOf('movements')
  for (let n = 0; n < 20; n += 1) expect(await load()).toEqual(SPENT)
  expect(await rowsOf('movements')).toEqual(before)
  await t.pass(REFILL_MS)
  const last = requestId()
  expect(await load(last, 200)).toMatchObject({ ok: true })
  // A repeated request stores nothing.
  for (let n = 0; n < 3; n += 1) expect(await load(last, 200)).toMatchObject({ ok: true })
  expect(await load()).toEqual(SPENT)
  expect(await spin()).toMatchObject({ ok: true })
  await t.pass(2500)
  expect(await load()).toMatchObject({ ok: true })
  await stop()
})
