import { beforeEach, expect, test } from 'vitest'
import type { CabinetMeters } from '../../machines/cabinet/controller-messages.ts'
import type { Db } from '../../store/db.ts'
import { connectTestCabinet, eachAtOwnCabinet, type Line, NOON } from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import { listCabinets, settleCredit, settleTransfer } from './settle-by-hand.ts'

/* The meters of a cabinet have what it did, whatever an operator settled in its place. */

const now = new Date(NOON)
const NONE: CabinetMeters = {
  ...{ type: 'meters', coinIn: 0, coinOut: 0, handPaid: 0, transferIn: 0, transferOut: 0, games: 0 },
}
let db: Db
let id: string
let player: string
let t: TestFloor
let line: Line
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
})

/** A seated player at a cabinet whose meters are known. */
beforeEach(async () => {
  t = await openFloor()
  line = await connectTestCabinet(t.floor, id)
  await line.report(NONE)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
})
const row = async () => (await listCabinets(db)).find(({ machine }) => String(machine) === id)
const load = () => t.floor.load(player, id, { requestId: 'load-0001', amount: 4000 })

/** The operator settles a load of 40.00 without an answer; its cabinet then reports its meters. */
async function settleLoad(
  outcome: 'done' | 'refused',
  { transferIn }: { transferIn: number },
): Promise<void> {
  line.setAnswering(false)
  line.setReceiving(transferIn > 0)
  const loading = load()
  await t.floor.idle()
  t.clock.advance(4000)
  await loading
  const transfer = (await row())?.transfer ?? ''
  expect(await settleTransfer(db, { id: transfer, outcome, now })).toMatchObject({ ok: true })
  line.setAnswering(true)
  line.setReceiving(true)
  for (let reports = 0; reports < 2; reports += 1) await line.report(line.cabinet.state())
  await line.report({ ...NONE, transferIn })
}

test.each([
  { outcome: 'done', transferIn: 4000, after: { closed: null, own: 4000, suspense: 0 } },
  { outcome: 'refused', transferIn: 0, after: { closed: null, own: 0, suspense: 0 } },
  { outcome: 'refused', transferIn: 4000, after: { closed: 'drift', own: 0, suspense: 4000 } },
  { outcome: 'done', transferIn: 0, after: { closed: 'drift', own: 0, suspense: 4000 } },
] as const)(
  'a load of $transferIn on the meters, settled as $outcome',
  async ({ outcome, after, ...meters }) => {
    await settleLoad(outcome, meters)
    expect(await row()).toMatchObject(after)
  },
)

test('credit that is settled with its visit was not transferred by the cabinet', async () => {
  await line.answered(load())
  await line.report({ ...NONE, transferIn: 4000 })
  expect(await settleCredit(db, { machine: Number(id), playerId: player, cents: 4000, now })).toMatchObject({
    ok: true,
  })
  line = await connectTestCabinet(t.floor, id)
  await line.report({ ...NONE, transferIn: 4000 })
  expect(await row()).toMatchObject({ closed: null, own: 0 })
})
