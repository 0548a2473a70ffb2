import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { Db } from '../../store/db.ts'
import { createTestCabinet } from '../../testing/floor/cabinet/cabinet.ts'
import { booksOf, eachAtOwnCabinet, NOON } from '../../testing/floor/cabinet/line.ts'
import { createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { listCabinets, openCabinet, settleCredit, settleSuspense, settleTransfer } from './settle-by-hand.ts'

/* An operator settles what a cabinet will not answer any more. */

const START_CENTS = 10_000
const now = new Date(NOON)
let db: Db
let t: TestFloor
let machine: number
let id: string
let playerId: string
let connection: number

/** A seated player, whose transfer the cabinet does not answer. */
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player: playerId } = own)
  machine = Number(id)
  t = await openFloor()
  connection = (await t.floor.connectController(id)) ?? 0
  for (const message of createTestCabinet(id).greet()) await t.floor.onController(id, connection, message)
  expect(await t.floor.sit(playerId, id)).toMatchObject({ ok: true })
}, START_CENTS)

const pending = async () => {
  const row = (await listCabinets(db)).find((cabinet) => cabinet.machine === machine)
  return row?.transfer ?? ''
}
const books = () => booksOf(db, playerId, id)
/** Starts a load and leaves it in transit. */
async function startLoad(): Promise<void> {
  const loading = t.floor.load(playerId, id, { requestId: `load${id}`, amount: 4000 })
  await t.floor.idle()
  t.clock.advance(4000)
  await loading
}

test('a load that the cabinet has not got goes back, once', async () => {
  await startLoad()
  expect(await books()).toEqual([6000, 0, 4000, 0])
  const order = { id: await pending(), outcome: 'refused' as const, now }
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true, answer: { cents: 4000 } })
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true, repeated: true })
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
  // The running platform goes on: it reads the machine again.
  expect(await t.floor.cancel(playerId, id)).toMatchObject({ ok: true, amount: 0 })
})

test('a load that the cabinet has got is on the machine', async () => {
  await startLoad()
  const order = { id: await pending(), outcome: 'done' as const, now }
  // An amount would say that a part of it has arrived.
  expect(await settleTransfer(db, { ...order, cents: 1000 })).toMatchObject({
    ok: false,
    code: Code.invalidRequest,
  })
  expect(await books()).toEqual([6000, 0, 4000, 0])
  await settleTransfer(db, order)
  expect(await books()).toEqual([6000, 4000, 0, 0])
})

test('of a cash-out the operator names what the cabinet gave; the rest is in suspense, and settled by reference', async () => {
  await startLoad()
  await settleTransfer(db, { id: await pending(), outcome: 'done', now })
  const out = t.floor.cashOut(playerId, id, `out${id}`)
  await t.floor.idle()
  t.clock.advance(4000)
  await out
  const order = { id: await pending(), outcome: 'done' as const, cents: 3000, now }
  expect(await settleTransfer(db, { ...order, cents: 5000 })).toMatchObject({
    ok: false,
    code: 40000,
  })
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true })
  expect(await books()).toEqual([9000, 0, 0, 1000])
  const username = (
    await db.selectFrom('players').select('username').where('id', '=', Number(playerId)).executeTakeFirst()
  )?.username
  const suspense = { machine, cents: 600, player: username, reference: 'slip-1', now }
  expect(await settleSuspense(db, { ...suspense, cents: 1001 })).toMatchObject({
    ok: false,
    code: 60004,
  })
  expect(await settleSuspense(db, { ...suspense, cents: 0 })).toMatchObject({
    ok: false,
    code: Code.amountTooLow,
  })
  expect(await settleSuspense(db, suspense)).toMatchObject({ ok: true, repeated: false })
  expect(await settleSuspense(db, suspense)).toMatchObject({ ok: true, repeated: true })
  expect(
    await settleSuspense(db, { ...suspense, cents: 400, player: undefined, reference: 'slip-2' }),
  ).toMatchObject({ ok: true })
  expect(await books()).toEqual([9600, 0, 0, 0])
})

test('a closed machine is opened, and the running platform admits players again', async () => {
  await t.floor.leave(playerId, id)
  await db.updateTable('cabinets').set({ closed: 'gap' }).where('machine_id', '=', machine).execute()
  expect(await openCabinet(db, { machine, now })).toMatchObject({ ok: true, closed: 'gap' })
  expect((await listCabinets(db))[machine - 1]).toMatchObject({ closed: null, name: `C${machine}` })
  expect(await openCabinet(db, { machine: 999, now })).toMatchObject({ ok: false, code: 60001 })
})

/** A player loads 40.00 on a cabinet, whose controller then never connects again. */
async function loseCabinet(): Promise<void> {
  await startLoad()
  await settleTransfer(db, { id: await pending(), outcome: 'done', now })
  await t.floor.onController(id, connection, { type: 'gone' })
}
const visit = () =>
  db.selectFrom('visits').selectAll().where('player_id', '=', Number(playerId)).executeTakeFirstOrThrow()

test('credit on a cabinet that does not come back ends its visit with what the operator states', async () => {
  await loseCabinet()
  expect(await t.floor.leave(playerId, id)).toEqual({ ok: true })
  expect(await t.floor.cashOut(playerId, id, `out${id}`)).toMatchObject({
    ok: false,
    code: Code.machineOutOfOrder,
  })
  expect(await settleCredit(db, { machine, playerId, cents: 4001, now })).toMatchObject({
    ok: false,
    code: Code.invalidRequest,
  })
  expect(await settleCredit(db, { machine, playerId, cents: 3000, now })).toEqual({
    ok: true,
    held: 4000,
  })
  expect(await books()).toEqual([9000, 0, 0, 1000])
  expect(await visit()).toMatchObject({ cash_in: 4000, cash_out: 3000, ended_at: now })
  expect(await settleCredit(db, { machine, playerId, cents: 0, now })).toMatchObject({
    ok: false,
    code: Code.notSeated,
  })
  const actions = await db.selectFrom('operator_actions').selectAll().execute()
  expect(actions.at(-1)).toMatchObject({
    action: 'machines settle',
    target: { machine, visit: (await visit()).id, player: playerId, held: 4000, cents: 3000 },
  })
  // The running platform notices it by itself when it tries the end of the hold again.
  await t.pass(5 * 60_000)
  expect(t.floor.seatOf(playerId)).toBeUndefined()
})

test('credit is settled for its player alone, who may be away when the cabinet has come back', async () => {
  await loseCabinet()
  const other = await createTestPlayer(db, START_CENTS)
  const order = { machine, cents: 3000, now }
  expect(await settleCredit(db, { ...order, playerId: other })).toMatchObject({
    ok: false,
    code: Code.notSeated,
  })
  expect(await books()).toEqual([6000, 4000, 0, 0])
})

test('the page of its player notices it by its next command', async () => {
  await loseCabinet()
  await settleCredit(db, { machine, playerId, cents: 4000, now })
  expect(await t.floor.cashOut(playerId, id, `late${id}`)).toMatchObject({ ok: false, code: Code.notSeated })
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
})

test('a visit without credit ends, too; one with a transfer under way does not', async () => {
  await startLoad()
  expect(await settleCredit(db, { machine, playerId, cents: 0, now })).toMatchObject({
    ok: false,
    code: Code.machineBusy,
  })
  await settleTransfer(db, { id: await pending(), outcome: 'refused', now })
  expect(await settleCredit(db, { machine, playerId, cents: 0, now })).toEqual({ ok: true, held: 0 })
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
  expect(await settleCredit(db, { machine: 999, playerId, cents: 0, now })).toMatchObject({
    ok: false,
    code: Code.machineNotFound,
  })
})
