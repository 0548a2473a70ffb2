import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import type { LimitKind } from '../../src/contract/limits.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { fakeClock } from '../lib/clock.ts'
import { createNetLosses } from '../players/net-losses.ts'
import { limitsAnswer, setOwnLimit, startPause } from '../players/own-limits.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import type { FloorEvents } from './context.ts'

/*
 * What players limit themselves by, at the machines. Stakes are 1.00, 2.00 and 5.00; `win` pays five times.
 */

const NOON = Date.parse('2026-11-26T12:00:00Z')
const MIDNIGHT = '2026-11-27T00:00:00.000Z'
const HOUR = 60 * 60_000
const CENTS = 100_000

const database = databaseOfFile()
let t: TestFloor
let player: string
beforeEach(async () => {
  t = await createTestFloor(database.db, { idleMs: 0 }, fakeClock(NOON))
  player = await createTestPlayer(database.db, CENTS)
})
afterEach(async () => {
  await t.floor.cancel(player, '1')
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
})

let requests = 0
const requestId = () => `request-${++requests}`
const sit = (machine = '1') => t.floor.sit(player, machine)
const load = (amount = 10_000) => t.floor.load(player, '1', { requestId: requestId(), amount })
const spin = (stake = 100, id = requestId()) => t.floor.spin(player, '1', { requestId: id, stake })
const limit = (kind: LimitKind, value: number | null) =>
  setOwnLimit(database.db, player, { kind, value }, t.clock.now())
const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance
const used = async (kind: LimitKind) =>
  (await limitsAnswer(database.db, player, t.clock.now(), 'UTC')).limits.find((one) => one.kind === kind)
    ?.used

async function play(stake: number): Promise<void> {
  expect(await spin(stake)).toMatchObject({ ok: true })
  await t.pass(2500)
}
async function seated(): Promise<void> {
  expect(await sit()).toMatchObject({ ok: true })
  expect(await load()).toMatchObject({ ok: true })
}
const lossDay = (limit: number, left: number) => ({
  ok: false,
  code: Code.ownLossDay,
  params: { limit, left, until: MIDNIGHT },
})

test('a loss limit refuses the stake that would exceed it, and wins restore what is left', async () => {
  await limit('loss-day', 1000)
  await seated()
  await play(500)
  expect(await spin(500)).toMatchObject({ ok: true })
  await t.pass(2500)
  expect(await spin(100)).toEqual(lossDay(1000, 0))
  expect(await t.floor.cashOut(player, '1', requestId())).toMatchObject({ ok: true, amount: 9000 })
  // Neither a load nor another seat makes sense then; leaving is not refused.
  expect(await load()).toEqual(lossDay(1000, 0))
  expect(await t.floor.leave(player, '1')).toEqual({ ok: true })
  expect(await sit()).toEqual(lossDay(1000, 0))
  expect(await used('loss-day')).toBe(1000)
})

test('the loss is net: a win makes room for more', async () => {
  await limit('loss-day', 500)
  await seated()
  await play(200)
  t.call('win')
  await play(100)
  expect(await used('loss-day')).toBe(-200)
  await play(500)
  expect(await spin(500)).toEqual(lossDay(500, 200))
  await play(200)
  expect(await spin(100)).toEqual(lossDay(500, 0))
})

test('a loss is summed once, and then continued by what is newer', async () => {
  /** The statements that sum losses: all of a period, or those after the last sum. */
  const sums: ('all' | 'newer')[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      const statement = JSON.stringify(node)
      if (statement.includes(') as losses')) sums.push(statement.includes('visits v') ? 'all' : 'newer')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await t.floor.stop()
  t = await createTestFloor(database.db.withPlugin(recorder), { idleMs: 0 }, fakeClock(NOON))
  await limit('loss-day', 600)
  await limit('loss-month', 700)
  await seated()
  await play(500)
  await play(100)
  expect(await load()).toEqual(lossDay(600, 0))
  await t.floor.cancel(player, '1')
  expect(await sit()).toEqual(lossDay(600, 0))
  // Until the first spin is booked there is no sum to continue.
  expect(sums).toEqual(['all', 'all', 'all', 'all', 'newer', 'newer'])

  const losses = createNetLosses()
  const recorded = database.db.withPlugin(recorder)
  const answer = () => limitsAnswer(recorded, player, t.clock.now(), 'UTC', losses)
  sums.length = 0
  const first = await answer()
  expect(first.limits.map(({ used }) => used)).toEqual([600, 600, 600, 0])
  expect(await answer()).toEqual(first)
  expect(sums).toEqual(['all', 'newer'])
})

test('a lower limit applies to the next spin, a higher one after a day', async () => {
  await seated()
  await play(500)
  await limit('loss-day', 300)
  expect(await spin()).toEqual(lossDay(300, 0))
  await limit('loss-day', 100_000)
  expect(await spin()).toEqual(lossDay(300, 0))
  // The next day's loss is 0, and the raise takes effect at noon.
  await t.pass(13 * HOUR)
  await play(200)
  expect(await spin(500)).toMatchObject({ code: Code.ownLossDay, params: { limit: 300, left: 100 } })
  await t.pass(11 * HOUR)
  await play(500)
})

test('a limit that is set during a spin lets the spin end', async () => {
  await seated()
  t.call('win')
  expect(await spin(500)).toMatchObject({ ok: true })
  await limit('loss-day', 1)
  await limit('time-day', 1)
  await t.pass(2500)
  expect(await t.floor.cashOut(player, '1', requestId())).toMatchObject({ ok: true, amount: 12_000 })
})

test('free spins are played beyond a limit', async () => {
  await limit('loss-day', 100)
  await seated()
  t.call('bonus')
  await play(100)
  for (const _ of [1, 2]) await play(100)
  expect(await spin()).toEqual(lossDay(100, 0))
  expect(await used('loss-day')).toBe(100)
})

test('a repeated spin gets its first answer, also when a limit has been reached since', async () => {
  await seated()
  const id = requestId()
  const first = await spin(500, id)
  expect(first).toMatchObject({ ok: true })
  await t.pass(2500)
  await limit('loss-day', 100)
  expect(await spin(500, id)).toEqual(first)
})

test('weeks and months count the losses of earlier days, of other machines and of other processes', async () => {
  await limit('loss-week', 1000)
  await limit('loss-month', 1200)
  await seated()
  await play(500)
  await t.floor.cancel(player, '1')
  await t.pass(24 * HOUR)
  await t.floor.sit(player, '2')
  await t.floor.load(player, '2', { requestId: requestId(), amount: 1000 })
  expect(await t.floor.spin(player, '2', { requestId: requestId(), stake: 200 })).toMatchObject({ ok: true })
  await t.pass(2500)
  await t.floor.cancel(player, '2')
  await t.floor.stop()
  t = await createTestFloor(database.db, { idleMs: 0 }, fakeClock(NOON + 24 * HOUR + 60_000))
  await seated()
  expect(await spin(500)).toEqual({
    ok: false,
    code: Code.ownLossWeek,
    params: { limit: 1000, left: 300, until: '2026-11-30T00:00:00.000Z' },
  })
  await play(200)
  await t.floor.cancel(player, '1')
  // Monday of the next week is in the same month.
  await t.pass(3 * 24 * HOUR)
  await seated()
  expect(await spin(500)).toEqual({
    ok: false,
    code: Code.ownLossMonth,
    params: { limit: 1200, left: 300, until: '2026-12-01T00:00:00.000Z' },
  })
})

test('a visit over midnight counts on each day what was played then', async () => {
  await seated()
  await play(500)
  await t.pass(12 * HOUR - 3500)
  t.call('win')
  expect(await spin(200)).toMatchObject({ ok: true })
  expect([await used('loss-day'), await used('loss-week')]).toEqual([700, 700])
  await t.pass(2500)
  // The win of 10.00 is of the next day.
  expect([await used('loss-day'), await used('loss-week')]).toEqual([-1000, -300])
  await play(100)
  expect([await used('loss-day'), await used('loss-week')]).toEqual([-900, -200])
  await t.floor.cancel(player, '1')
  expect([await used('loss-day'), await used('loss-week')]).toEqual([-900, -200])
})

test('the time at machines is limited by day', async () => {
  await limit('time-day', 60)
  await seated()
  await t.pass(59 * 60_000)
  await play(100)
  await t.pass(60_000)
  const refusal = { ok: false, code: Code.ownTimeDay, params: { minutes: 60, until: MIDNIGHT } }
  expect(await spin()).toEqual(refusal)
  expect(await load()).toEqual(refusal)
  expect(await t.floor.cancel(player, '1')).toMatchObject({ ok: true, amount: 9900 })
  expect(await sit('2')).toEqual(refusal)
  expect(await used('time-day')).toBe(60)
  await t.pass(11 * HOUR)
  expect(await sit()).toMatchObject({ ok: true })
})

test("a day begins at midnight of the operator's time zone", async () => {
  await t.floor.stop()
  t = await createTestFloor(database.db, { idleMs: 0, timeZone: 'Europe/Istanbul' }, fakeClock(NOON))
  await limit('loss-day', 100)
  await seated()
  await play(100)
  expect(await spin()).toMatchObject({ params: { until: '2026-11-26T21:00:00.000Z' } })
  await t.pass(9 * HOUR)
  await play(100)
})

test('a pause ends the visit, returns the credit, and refuses play until its end', async () => {
  await seated()
  const pushed: FloorEvents['dismissed'][0][] = []
  t.floor.events.on('dismissed', (dismissal) => void pushed.push(dismissal))
  t.call('bonus', 'win', 'lose')
  expect(await spin(500)).toMatchObject({ ok: true })
  const until = '2026-11-27T12:00:00.000Z'
  expect(await startPause(database.db, player, 1, t.clock.now())).toEqual({ ok: true, changed: true })
  const refusal = { ok: false, code: Code.ownPause, params: { until } }
  expect(await spin()).toMatchObject({ ok: false })
  expect(await t.floor.suspend(player, until)).toEqual({ ok: true })
  expect(pushed).toMatchObject([{ info: { code: Code.ownPause, action: 'leave', params: { until } } }])
  // The page cannot come back to prolong its hold.
  expect(await sit()).toEqual(refusal)
  expect(await load()).toEqual(refusal)
  await t.pass(2500)
  expect(t.floor.seatOf(player)).toBeUndefined()
  // The spin and both free spins were played: 5.00 staked, 25.00 won.
  expect(await wallet()).toBe(CENTS - 500 + 2500)
  expect(await sit('2')).toEqual(refusal)
  await t.pass(24 * HOUR)
  expect(await sit()).toMatchObject({ ok: true })
})

test('a pause is never shortened, and longer ones extend it', async () => {
  const end = async () => (await limitsAnswer(database.db, player, t.clock.now(), 'UTC')).pausedUntil
  const pause = (days: number) => startPause(database.db, player, days, t.clock.now())
  expect(await pause(3)).toEqual({ ok: false, code: Code.invalidRequest })
  await pause(7)
  expect(await end()).toBe('2026-12-03T12:00:00.000Z')
  expect(await pause(1)).toEqual({ ok: true, changed: false })
  expect(await pause(7)).toEqual({ ok: true, changed: false })
  expect(await end()).toBe('2026-12-03T12:00:00.000Z')
  expect(await pause(30)).toEqual({ ok: true, changed: true })
  expect(await end()).toBe('2026-12-26T12:00:00.000Z')
  await t.pass(30 * 24 * HOUR)
  expect(await end()).toBeNull()
})

test('a player whose seat was abandoned before the pause gets the credit', async () => {
  await seated()
  await t.floor.hold(player, '1')
  await startPause(database.db, player, 1, t.clock.now())
  await t.pass(5 * 60_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(CENTS)
})

test('limits cannot be changed, removed or stored without end', async () => {
  await limit('loss-day', 1000)
  const row = database.db
    .updateTable('player_limits')
    .set({ value: 1 })
    .where('player_id', '=', Number(player))
  await expect(row.execute()).rejects.toThrow()
  await expect(
    database.db.deleteFrom('player_limits').where('player_id', '=', Number(player)).execute(),
  ).rejects.toThrow()
  for (let n = 1; n < 50; n += 1)
    expect(await limit('loss-day', 1000 - n)).toEqual({ ok: true, changed: true })
  expect(await limit('loss-day', 1)).toEqual({
    ok: false,
    code: Code.tooManyRequests,
    params: { seconds: 24 * 60 * 60 },
  })
  await t.pass(24 * HOUR)
  expect(await limit('loss-day', 1)).toEqual({ ok: true, changed: true })
})
