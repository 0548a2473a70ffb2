import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { refused } from '../../lib/result.ts'
import type { Db } from '../../store/db.ts'
import {
  booksOf,
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  START_CENTS,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import { listCabinets, settleTransfer } from './settle-by-hand.ts'

/* Loads and cash-outs under a request id that was used before: what became of the transfer is the answer. */

let db: Db
let t: TestFloor
let line: Line
let player: string
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  await start()
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
})

/** Also a restart, after which the cabinet is a new one. */
async function start(): Promise<void> {
  t = await openFloor()
  line = await connectTestCabinet(t.floor, id)
}

const load = (requestId: string, amount = 4000) =>
  line.answered(t.floor.load(player, id, { requestId, amount }))
const cashOut = (requestId: string) => line.answered(t.floor.cashOut(player, id, requestId))
/** Of a command to a cabinet that does not answer: the answer after the platform has waited. */
async function unanswered<T>(command: () => Promise<T>): Promise<T> {
  line.setAnswering(false)
  const running = command()
  await t.floor.idle()
  t.clock.advance(4000)
  const result = await running
  line.setAnswering(true)
  // Its connection lives.
  await line.report({ type: 'ok' })
  return result
}
const settle = async (outcome: 'done' | 'refused', cents?: number) => {
  const row = (await listCabinets(db)).find((cabinet) => String(cabinet.machine) === id)
  const order = { id: row?.transfer ?? '', outcome, now: new Date(), ...(cents !== undefined && { cents }) }
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true })
}
const books = () => booksOf(db, player, id)

test('a load that the cabinet refuses is refused with its own code, and so is each repeat', async () => {
  line.cabinet.setBusy(true)
  expect(await load('one')).toEqual(refused(Code.machineRefused))
  line.cabinet.setBusy(false)
  expect(await load('one')).toEqual(refused(Code.machineRefused))
  await start()
  expect(await load('one')).toEqual(refused(Code.machineRefused))
  expect(await load('one', 3000)).toEqual(refused(Code.requestIdReused))
  expect(line.cabinet.credit).toBe(0)
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
  expect(await load('two')).toMatchObject({ ok: true, balance: START_CENTS - 4000 })
})

test('so is a load that never reached the cabinet', async () => {
  line.cabinet.setBusy(true)
  line.setAnswering(false)
  const loading = t.floor.load(player, id, { requestId: 'one', amount: 4000 })
  await t.floor.idle()
  const [command] = line.commands.filter(({ type }) => type === 'credit')
  await line.report({ type: 'unknown', id: command && 'id' in command ? (command.id ?? '') : '' })
  expect(await loading).toEqual(refused(Code.machineRefused))
  expect(await load('one')).toEqual(refused(Code.machineRefused))
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
})

test('so is a cash-out that the cabinet refuses; the next one has an id of its own', async () => {
  await load('one')
  line.cabinet.setBusy(true)
  expect(await cashOut('out')).toEqual(refused(Code.machineRefused))
  line.cabinet.setBusy(false)
  expect(await cashOut('out')).toEqual(refused(Code.machineRefused))
  expect(await books()).toEqual([START_CENTS - 4000, 4000, 0, 0])
  expect(await cashOut('out-again')).toMatchObject({ ok: true, amount: 4000, balance: START_CENTS })
})

test('a cash-out without an answer is busy until the cabinet has given one', async () => {
  await load('one')
  expect(await unanswered(() => t.floor.cashOut(player, id, 'out'))).toEqual(refused(Code.machineBusy))
  await line.report(line.cabinet.state())
  expect(await cashOut('out')).toMatchObject({ ok: true, amount: 4000, balance: START_CENTS })
})

test('a cash-out is answered with what it paid, after a game that the platform hears of later', async () => {
  await load('one')
  const [game] = line.cabinet.play(0)
  const out = t.floor.cashOut(player, id, 'out')
  await t.floor.idle()
  if (game) await line.report(game)
  const paid = { ok: true, amount: 3900, balance: START_CENTS - 100 }
  expect(await out).toMatchObject(paid)
  expect(await cashOut('out')).toMatchObject(paid)
})

test('what an operator has settled is the answer of each repeat', async () => {
  line.cabinet.setBusy(true)
  await unanswered(() => t.floor.load(player, id, { requestId: 'back', amount: 4000 }))
  await settle('refused')
  expect(await load('back')).toEqual(refused(Code.machineRefused))
  await unanswered(() => t.floor.load(player, id, { requestId: 'there', amount: 4000 }))
  await settle('done')
  expect(await load('there')).toMatchObject({ ok: true, amount: 4000 })
  await unanswered(() => t.floor.cashOut(player, id, 'kept'))
  await settle('refused')
  expect(await cashOut('kept')).toEqual(refused(Code.machineRefused))
  await unanswered(() => t.floor.cashOut(player, id, 'paid'))
  await settle('done', 3000)
  expect(await cashOut('paid')).toMatchObject({ ok: true, amount: 3000, balance: START_CENTS - 1000 })
})
