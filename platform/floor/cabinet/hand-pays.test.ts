import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, suspenseOf, walletOf } from '../../ledger/ledger.ts'
import { refused } from '../../lib/result.ts'
import type { Db } from '../../store/db.ts'
import {
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  NOON,
  passWithStates,
  START_CENTS,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import { HOLD_MS } from '../ports/floor.ts'
import { listCabinets, openCabinet, settleCredit, settleHandPay, settleSuspense } from './settle-by-hand.ts'

/* A player without credit waits for a hand pay. The visit goes on until the hand pay is over. */

const WIN = 50_000
let db: Db
let id: string
let player: string
let t: TestFloor
let line: Line
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
})
const wallet = async () => (await balanceOf(db, walletOf(player))).balance
const suspense = async () => (await balanceOf(db, suspenseOf(id))).balance

beforeEach(async () => {
  t = await openFloor()
  line = await connectTestCabinet(t.floor, id)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  await line.report({ type: 'handpay', id: 'h1', cents: WIN }, line.cabinet.state('handpay'))
})

/** An attendant puts the win on the machine. */
async function putOnMachine(): Promise<void> {
  line.cabinet.setCredit(WIN)
  await line.report({ type: 'handpay-done', id: 'h1', to: 'machine' }, line.cabinet.state())
  await line.quiet()
}

const ends: Readonly<Record<string, () => Promise<unknown>>> = {
  leaves: () => t.floor.leave(player, id),
  disconnects: () => t.floor.hold(player, id),
  'is banned': () => t.floor.expel(player),
}

test.each(Object.entries(ends))('a player who %s gets a win that goes on the machine', async (_, end) => {
  expect(await end()).toMatchObject({ ok: true })
  await passWithStates(t, line, 2 * HOLD_MS, 'handpay')
  expect(t.floor.seatOf(player)).toBe(id)
  await putOnMachine()
  await passWithStates(t, line, HOLD_MS)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect([await wallet(), await suspense()]).toEqual([START_CENTS + WIN, 0])
})

test('a player who has left is away once an attendant has paid', async () => {
  await t.floor.leave(player, id)
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  expect(t.floor.seatOf(player)).toBeUndefined()
})

test('a cancel is refused while an attendant is awaited', async () => {
  expect(await t.floor.cancel(player, id)).toMatchObject({ ok: false, code: Code.machineBusy })
  await putOnMachine()
  expect(await line.answered(t.floor.cancel(player, id))).toMatchObject({ ok: true, amount: WIN })
})

test('an operator ends the visit by hand, and the win is in suspense', async () => {
  await t.floor.leave(player, id)
  expect(
    await settleCredit(db, { machine: Number(id), playerId: player, cents: 0, now: new Date(NOON) }),
  ).toMatchObject({
    ok: true,
  })
  await line.report({ type: 'beat' })
  expect(t.floor.seatOf(player)).toBeUndefined()
  await putOnMachine()
  expect([await wallet(), await suspense()]).toEqual([START_CENTS, WIN])
})

const closed = async () =>
  (await db.selectFrom('cabinets').select('closed').where('machine_id', '=', Number(id)).execute())[0]?.closed

test('a hand pay whose end is not reported keeps the seat for 30 s, and closes the cabinet', async () => {
  await t.floor.leave(player, id)
  // An attendant has it open.
  await passWithStates(t, line, 60_000, 'locked')
  await passWithStates(t, line, 30_000)
  expect([t.floor.seatOf(player), await closed()]).toEqual([id, null])
  await passWithStates(t, line, 5000)
  expect([t.floor.seatOf(player), await closed()]).toEqual([undefined, 'hand-pay'])
  expect((await listCabinets(db)).find(({ machine }) => machine === Number(id))).toMatchObject({
    handPays: WIN,
  })
  // An operator's command opens it, and the old hand pay does not close it again.
  await openCabinet(db, { machine: Number(id), now: new Date(NOON) })
  await passWithStates(t, line, 60_000)
  expect(await closed()).toBeNull()
})

test('an operator settles a hand pay whose end was lost, and its meter is compared again', async () => {
  await passWithStates(t, line, 35_000)
  const settle = (hand: string) => settleHandPay(db, { machine: Number(id), id: hand, now: new Date(NOON) })
  expect(await settle('h2')).toEqual(refused(Code.notFound))
  expect(await settle('h1')).toEqual({ ok: true, cents: WIN })
  expect(await settle('h1')).toEqual(refused(Code.notFound))
  expect([await wallet(), await suspense()]).toEqual([START_CENTS, WIN])
  await openCabinet(db, { machine: Number(id), now: new Date(NOON) })
  await passWithStates(t, line, 5000)
  expect(await closed()).toBeNull()
  // Its late report is known.
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  expect([await suspense(), await closed()]).toEqual([WIN, null])
  const meters = (handPaid: number) => ({
    ...{ type: 'meters' as const, coinIn: 0, coinOut: 0, transferIn: 0, transferOut: 0 },
    ...{ handPaid, games: 0 },
  })
  await line.report(meters(WIN))
  for (let ms = 0; ms < 35_000; ms += 5000) {
    await passWithStates(t, line, 5000)
    await line.report(meters(2 * WIN))
  }
  expect(await closed()).toBe('meters')
})

test('a hand pay that is settled and yet went on the machine is once in suspense when it is off the cabinet', async () => {
  await t.floor.leave(player, id)
  await passWithStates(t, line, 35_000)
  expect(await settleHandPay(db, { machine: Number(id), id: 'h1', now: new Date(NOON) })).toMatchObject({
    ok: true,
  })
  await putOnMachine()
  const give = (reference: string) =>
    settleSuspense(db, {
      ...{ machine: Number(id), cents: WIN, player: undefined, reference, now: new Date(NOON) },
    })
  expect([await suspense(), await closed()]).toEqual([2 * WIN, 'hand-pay'])
  expect(await give('first')).toMatchObject({ ok: true })
  expect(await give('second')).toEqual(refused(Code.balanceTooLow))
  line.cabinet.setCredit(0)
  await line.report(line.cabinet.state())
  expect(await suspense()).toBe(0)
})

test('a hand pay after a visit that an operator has ended is of no player', async () => {
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  await settleCredit(db, { machine: Number(id), playerId: player, cents: 0, now: new Date(NOON) })
  await line.report({ type: 'handpay', id: 'h2', cents: 100 }, line.cabinet.state('handpay'))
  const row = await db
    .selectFrom('hand_pays')
    .select(['player_id', 'visit_id'])
    .where('machine_id', '=', Number(id))
    .where('id', '=', 'h2')
    .executeTakeFirst()
  expect(row).toEqual({ player_id: null, visit_id: null })
})

test('a process that has lost the machine notes no hand pay', async () => {
  await sql`update machines set epoch = epoch + 1, owner = 'other' where id = ${id}`.execute(db)
  await line.report({ type: 'handpay', id: 'h2', cents: 100 })
  const rows = await db.selectFrom('hand_pays').select('id').where('machine_id', '=', Number(id)).execute()
  expect(rows).toEqual([{ id: 'h1' }])
})

test('after a lost end the next hand pay of the visit is awaited', async () => {
  await passWithStates(t, line, 35_000)
  expect(await closed()).toBe('hand-pay')
  await line.report({ type: 'handpay', id: 'h2', cents: 100 }, line.cabinet.state('handpay'))
  await t.floor.leave(player, id)
  expect(t.floor.seatOf(player)).toBe(id)
  await line.report({ type: 'handpay-done', id: 'h2', to: 'attendant' }, line.cabinet.state())
  await passWithStates(t, line, 35_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
})

/** After a restart with an idle time of a minute the player has the seat. Returns the codes of infos. */
async function visitWithIdleTime(): Promise<number[]> {
  t = await openFloor({ idleMs: 60_000 })
  line = await connectTestCabinet(t.floor, id)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  const codes: number[] = []
  t.floor.events.on('info', ({ info }) => void codes.push(info.code))
  return codes
}

test('no idle time passes while an attendant is awaited', async () => {
  const codes = await visitWithIdleTime()
  await line.report(line.cabinet.state('handpay'))
  await passWithStates(t, line, 180_000, 'handpay')
  expect(codes).toEqual([])
  await putOnMachine()
  await passWithStates(t, line, 55_000)
  expect([codes, t.floor.seatOf(player)]).toEqual([[], id])
  await passWithStates(t, line, 20_000)
  expect(codes).toContain(Code.infoTerminating)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(START_CENTS + WIN)
})

test('no idle time passes while money is on its way to a cabinet that does not answer', async () => {
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  const codes = await visitWithIdleTime()
  line.setReceiving(false)
  void t.floor.load(player, id, { requestId: 'load-idle', amount: 1000 })
  await t.floor.idle()
  await t.pass(180_000)
  expect(codes).toEqual([])
  await line.report({ type: 'beat' })
  await line.quiet()
  expect(t.floor.seatOf(player)).toBe(id)
})

test('a hand pay stops a warning, and a lost end of it restarts the idle time', async () => {
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  const codes = await visitWithIdleTime()
  await passWithStates(t, line, 65_000)
  expect(codes).toContain(Code.infoDeposit)
  codes.length = 0
  await line.report({ type: 'handpay', id: 'h2', cents: 100 }, line.cabinet.state('handpay'))
  await passWithStates(t, line, 120_000, 'handpay')
  // Lost after 35 s.
  await passWithStates(t, line, 90_000)
  expect([codes, t.floor.seatOf(player)]).toEqual([[], id])
  await passWithStates(t, line, 20_000)
  expect(codes).toContain(Code.infoTerminating)
  expect(t.floor.seatOf(player)).toBeUndefined()
})
