import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { Db } from '../../store/db.ts'
import {
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  passWithStates,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'

/* Cash-outs that a cabinet would refuse, or refuses: each one that is sent is stored for ever. */

const HOUR = 60 * 60_000
let db: Db
let t: TestFloor
let line: Line
let player: string
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  t = await openFloor()
  line = await connectTestCabinet(t.floor, id)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  expect(
    await line.answered(t.floor.load(player, id, { requestId: requestId(), amount: 1000 })),
  ).toMatchObject({
    ok: true,
  })
}, 10_000)

let requests = 0
const requestId = () => `request-${++requests}`
const cashOut = () => line.answered(t.floor.cashOut(player, id, requestId()))
const sent = () => line.commands.filter(({ type }) => type === 'cashout').length
const movements = async () => {
  const count = db.selectFrom('movements').select((row) => row.fn.countAll<number>().as('count'))
  return Number((await count.executeTakeFirstOrThrow()).count)
}
const refused = (code: number) => ({ ok: false, code })
const pass = (ms: number) => passWithStates(t, line, ms)

test.each(['playing', 'handpay', 'locked'] as const)(
  'a cash-out of a cabinet that is %s is refused, stores nothing and changes no status',
  async (phase) => {
    await line.report(line.cabinet.state(phase))
    const before = await movements()
    const told: string[] = []
    t.floor.events.on('status', (machineId) => void told.push(machineId))
    expect(await cashOut()).toEqual(refused(Code.machineBusy))
    expect(await line.answered(t.floor.cancel(player, id))).toEqual(refused(Code.machineBusy))
    expect([sent(), await movements(), told]).toEqual([0, before, []])
    await line.report(line.cabinet.state())
    expect(await cashOut()).toMatchObject({ ok: true, amount: 1000 })
  },
)

test('with a fault a cash-out is tried', async () => {
  await line.report({ type: 'fault', code: 'door' }, line.cabinet.state('locked'))
  expect(await cashOut()).toMatchObject({ ok: true, amount: 1000 })
})

test('a refused cash-out is tried again later and later, and at once when the cabinet has changed', async () => {
  line.cabinet.setBusy(true)
  for (let n = 1; n <= 3; n += 1) expect(await cashOut()).toEqual(refused(Code.machineRefused))
  expect(await cashOut()).toEqual(refused(Code.machineBusy))
  await pass(5000)
  expect(await cashOut()).toEqual(refused(Code.machineRefused))
  await pass(5000)
  expect(await cashOut()).toEqual(refused(Code.machineBusy))
  await t.floor.leave(player, id)
  await pass(HOUR)
  expect(sent()).toBeLessThan(25)
  line.cabinet.setBusy(false)
  await line.report(line.cabinet.state('locked'), line.cabinet.state())
  await pass(10_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(line.cabinet.credit).toBe(0)
})

test('so is one after which credit is left: a new cabinet counts anew', async () => {
  await line.report(...line.cabinet.play(0), line.cabinet.state())
  line.cabinet.games = 0
  line.cabinet.setCredit(0)
  await line.report(line.cabinet.state())
  await t.floor.leave(player, id)
  await pass(HOUR)
  expect(sent()).toBeGreaterThan(2)
  expect(sent()).toBeLessThan(25)
})

test('so is one whose command is lost, until commands arrive again', async () => {
  line.setReceiving(false)
  await t.floor.leave(player, id)
  await pass(HOUR)
  expect(sent()).toBeGreaterThan(2)
  expect(sent()).toBeLessThan(25)
  line.setReceiving(true)
  await pass(HOUR / 10)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(line.cabinet.credit).toBe(0)
})
