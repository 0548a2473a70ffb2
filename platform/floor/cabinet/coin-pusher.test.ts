import { expect, test } from 'vitest'
import { balanceOf, creditOf, walletOf } from '../../ledger/ledger.ts'
import { connectTestCabinet, eachAtOwnCabinet, START_CENTS } from '../../testing/floor/cabinet/line.ts'
import type { ControllerEvent } from './events.ts'

/* A third kind of machine: a coin pusher has no buttons and no stakes, and pays without a press. */

let own: Parameters<Parameters<typeof eachAtOwnCabinet>[0]>[0]
const openFloor = eachAtOwnCabinet(async (given) => {
  own = given
})

test('a coin pusher is seated, loaded, books what it plays by itself, and is cashed out', async () => {
  const { db, id, player } = own
  const t = await openFloor({ maxStake: 500, minCycleMs: 3000 })
  const line = await connectTestCabinet(t.floor, id)
  await line.report(
    { ...line.cabinet.hello(), buttons: [], stakes: [] } as ControllerEvent,
    line.cabinet.state(),
  )
  const seated = await line.answered(t.floor.sit(player, id))
  expect(seated).toMatchObject({ ok: true, capabilities: { buttons: [], cabinetButtons: [], stakes: [] } })
  const loaded = t.floor.load(player, id, { requestId: 'load', amount: 1000 })
  expect(await line.answered(loaded)).toMatchObject({ ok: true, amount: 1000 })
  // Three coins fall in, and the second one pushes others out, within a second.
  for (const won of [0, 800, 0]) await line.report(...line.cabinet.play(won), line.cabinet.state())
  expect((await balanceOf(db, creditOf(id))).balance).toBe(1500)
  expect(await line.answered(t.floor.cancel(player, id))).toMatchObject({ ok: true, amount: 1500 })
  expect((await balanceOf(db, walletOf(player))).balance).toBe(START_CENTS + 500)
})
