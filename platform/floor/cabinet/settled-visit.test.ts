import { beforeEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { Db } from '../../store/db.ts'
import {
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  NOON,
  START_CENTS,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import type { FloorEvents } from '../context.ts'
import { listCabinets, settleCredit, settleTransfer } from './settle-by-hand.ts'

/* An operator settles by hand while the platform runs and the controller is connected. */

const now = new Date(NOON)
let db: Db
let id: string
let player: string
let t: TestFloor
let line: Line
let dismissed: FloorEvents['dismissed'][0][]
let balances: number[]
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
})

/** A seated player with 40.00 at the machine. */
beforeEach(async () => {
  t = await openFloor({ idleMs: 60_000 })
  line = await connectTestCabinet(t.floor, id)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  await line.answered(t.floor.load(player, id, { requestId: 'load-0001', amount: 4000 }))
  expect(line.cabinet.visit).not.toBeNull()
  dismissed = []
  balances = []
  t.floor.events.on('dismissed', (dismissal) => dismissed.push(dismissal))
  t.floor.events.on('balance', ({ balance }) => balances.push(balance))
})

/** The platform has ended the visit everywhere. */
async function expectVisitEnd(): Promise<void> {
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(line.cabinet.visit).toBeNull()
  const info = { code: Code.sessionTerminated, action: 'leave' }
  expect(dismissed).toMatchObject([{ playerId: player, machineId: id, info }])
  // Its idle time does not end a second time.
  await t.pass(2 * 60_000)
  expect(dismissed).toHaveLength(1)
  const other = String(Number(id) + 10)
  await connectTestCabinet(t.floor, other)
  expect(await t.floor.sit(player, other)).toMatchObject({ ok: true })
  await t.floor.leave(player, other)
}

test('the visit of a settled credit is over at the next beat of the controller', async () => {
  expect(await settleCredit(db, { machine: Number(id), playerId: player, cents: 3000, now })).toMatchObject({
    ok: true,
  })
  await line.report({ type: 'beat' })
  await line.quiet()
  expect(balances).toEqual([START_CENTS - 1000])
  await expectVisitEnd()
})

test('and without a controller as soon as the platform reads the machine again', async () => {
  await line.report({ type: 'gone' })
  expect(await settleCredit(db, { machine: Number(id), playerId: player, cents: 3000, now })).toMatchObject({
    ok: true,
  })
  for (let time = 0; time < 2; time += 1) await t.floor.reread(id)
  expect([t.floor.seatOf(player), t.floor.change(id, player)]).toEqual([
    undefined,
    { id, status: 'offline', reservation: false },
  ])
  expect([balances, dismissed.length]).toEqual([[START_CENTS - 1000], 1])
})

test('and at the next state, also in a game without an end', async () => {
  await line.report(line.cabinet.state('playing'))
  expect(await settleCredit(db, { machine: Number(id), playerId: player, cents: 4000, now })).toMatchObject({
    ok: true,
  })
  await line.report(line.cabinet.state('playing'))
  await line.quiet()
  expect(balances).toEqual([START_CENTS])
  await expectVisitEnd()
})

test('a settled transfer is over at the next beat, and the wallet is pushed', async () => {
  line.setAnswering(false)
  const out = t.floor.cashOut(player, id, 'cash-out-1')
  await t.floor.idle()
  const transfer = (await listCabinets(db)).find(({ machine }) => String(machine) === id)?.transfer ?? ''
  expect(await settleTransfer(db, { id: transfer, outcome: 'done', now })).toMatchObject({ ok: true })
  await line.report({ type: 'beat' })
  expect(balances).toEqual([START_CENTS])
  expect(await out).toMatchObject({ ok: true, amount: 4000, balance: START_CENTS })
  expect([t.floor.seatOf(player), dismissed]).toEqual([id, []])
})

test('a beat while the database is away is no failure, and ends no line', async () => {
  t.trouble.die()
  expect(await t.floor.onController(id, line.connection, { type: 'beat' })).toEqual({ ok: true, answers: [] })
  expect(t.floor.seatOf(player)).toBe(id)
})
