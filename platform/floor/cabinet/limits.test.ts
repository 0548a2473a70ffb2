import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { LimitKind } from '../../../src/contract/limits.ts'
import { limitsAnswer, setOwnLimit, startPause } from '../../players/own-limits.ts'
import type { Db } from '../../store/db.ts'
import {
  booksOf,
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  MACHINES,
  NOON,
  START_CENTS,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import type { FloorDeps } from '../ports/floor.ts'

/* Limits at cabinets: those of players, the minimum cycle and the maximum stake. The stake is 1.00. */

const MIDNIGHT = '2026-11-27T00:00:00.000Z'
const HOUR = 60 * 60_000

let db: Db
let t: TestFloor
let line: Line
let player: string
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  await start()
})

async function start(over: Partial<FloorDeps> = {}, now = NOON): Promise<void> {
  t = await openFloor(over, now)
  line = await connectTestCabinet(t.floor, id)
}

let requests = 0
const requestId = () => `request-${++requests}`
const sit = () => line.answered(t.floor.sit(player, id))
const load = (amount = 10_000) => line.answered(t.floor.load(player, id, { requestId: requestId(), amount }))
const press = (request = requestId(), stake = 100) =>
  line.answered(t.floor.spin(player, id, { requestId: request, stake }))
const cashOut = () => line.answered(t.floor.cashOut(player, id, requestId()))
const limit = (kind: LimitKind, value: number | null) =>
  setOwnLimit(db, player, { kind, value }, t.clock.now())
const used = async (kind: LimitKind) =>
  (await limitsAnswer(db, player, t.clock.now(), 'UTC')).limits.find((one) => one.kind === kind)?.used
const books = () => booksOf(db, player, id)
/** Time passes, and the controller keeps its connection. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    await t.pass(Math.min(5000, left))
    await line.report(line.cabinet.state())
    await line.quiet()
  }
}
async function seated(): Promise<void> {
  expect(await sit()).toMatchObject({ ok: true })
  expect(await load()).toMatchObject({ ok: true })
}
const lossDay = (value: number, left: number) => ({
  ok: false,
  code: Code.ownLossDay,
  params: { limit: value, left, until: MIDNIGHT },
})

test('the loss is net of wins and of a hand pay on the machine', async () => {
  await limit('loss-day', 200)
  await seated()
  await press()
  await press()
  expect(await press()).toEqual(lossDay(200, 0))
  await line.report(...line.cabinet.play(150))
  expect(await used('loss-day')).toBe(150)
  await line.report({ type: 'handpay', id: 'h1', cents: 1000 })
  line.cabinet.insert(1000)
  await line.report({ type: 'handpay-done', id: 'h1', to: 'machine' }, line.cabinet.state())
  expect(await used('loss-day')).toBe(-850)
  expect(await press()).toMatchObject({ ok: true })
})

test('a week counts the losses of earlier days, visits, cabinets and processes', async () => {
  await limit('loss-week', 400)
  await seated()
  await press()
  await press()
  await cashOut()
  await t.floor.leave(player, id)
  id = String(MACHINES)
  await start({}, NOON + 24 * HOUR)
  await seated()
  expect([await used('loss-day'), await used('loss-week')]).toEqual([0, 200])
  await press()
  await press()
  expect(await press()).toMatchObject({ code: Code.ownLossWeek, params: { limit: 400, left: 0 } })
})

test('a pause refuses press and load, and ends the visit through the cabinet: no cent is lost', async () => {
  await seated()
  await press()
  const until = '2026-11-27T12:00:00.000Z'
  await startPause(db, player, 1, t.clock.now())
  const refusal = { ok: false, code: Code.ownPause, params: { until } }
  expect(await press()).toEqual(refusal)
  expect(await load()).toEqual(refusal)
  // It is in a game and gives nothing yet.
  line.cabinet.setBusy(true)
  expect(await t.floor.suspend(player, until)).toEqual({ ok: true })
  await pass(10_000)
  expect(t.floor.seatOf(player)).toBe(id)
  expect(await books()).toEqual([START_CENTS - 10_000, 9900, 0, 0])
  expect(await sit()).toEqual(refusal)
  line.cabinet.setBusy(false)
  await pass(15_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await books()).toEqual([START_CENTS - 100, 0, 0, 0])
  expect([line.cabinet.credit, line.cabinet.visit]).toEqual([0, null])
  expect(await sit()).toEqual(refusal)
})

test('a pause during a load on its way: the load arrives, and is cashed out', async () => {
  await seated()
  line.setAnswering(false)
  const loading = t.floor.load(player, id, { requestId: requestId(), amount: 5000 })
  await t.floor.idle()
  await startPause(db, player, 1, t.clock.now())
  expect(await t.floor.suspend(player, '2026-11-27T12:00:00.000Z')).toEqual({ ok: true })
  await t.pass(4000)
  expect(await loading).toMatchObject({ ok: true })
  expect(await books()).toEqual([START_CENTS - 15_000, 10_000, 5000, 0])
  line.setAnswering(true)
  await line.report(line.cabinet.state())
  await pass(20_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
})

test('a new visit at another cabinet begins no cycle anew', async () => {
  await start({ minCycleMs: 3000 })
  const other = String(MACHINES - 1)
  const otherLine = await connectTestCabinet(t.floor, other)
  await pass(3000)
  await seated()
  expect(await press()).toMatchObject({ ok: true })
  expect(await line.answered(t.floor.cancel(player, id))).toMatchObject({ ok: true })
  await otherLine.answered(t.floor.sit(player, other))
  await otherLine.answered(t.floor.load(player, other, { requestId: requestId(), amount: 1000 }))
  const pressOther = () =>
    otherLine.answered(t.floor.spin(player, other, { requestId: requestId(), stake: 100 }))
  expect(await pressOther()).toEqual({ ok: false, code: Code.machineBusy })
  await pass(2800)
  expect(await pressOther()).toMatchObject({ ok: true })
  await otherLine.answered(t.floor.cancel(player, other))
})
