import { expect, test } from 'vitest'
import type { FromController } from '../../machines/cabinet/controller-messages.ts'
import type { Db } from '../../store/db.ts'
import { createTestCabinet, type TestCabinet } from '../../testing/floor/cabinet/cabinet.ts'
import { eachAtOwnCabinet } from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'

/* Games that a cabinet has counted and its controller has not reported yet. */

let db: Db
let t: TestFloor
let cabinet: TestCabinet
let connection = 0
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id } = own)
  cabinet = createTestCabinet(id)
  t = await openFloor()
  await connect()
  await report(cabinet.state())
})

async function connect(): Promise<void> {
  connection = (await t.floor.connectController(id)) ?? 0
  await report(cabinet.hello())
}
async function report(message: FromController): Promise<void> {
  expect(await t.floor.onController(id, connection, message)).toMatchObject({ ok: true })
}
/** Plays two games, and reports nothing but the state after them. */
async function playUnreported(): Promise<FromController[]> {
  cabinet.insert(200)
  await report(cabinet.state())
  const [first] = cabinet.play(0)
  cabinet.play(0)
  await report(cabinet.state())
  const [second] = cabinet.receive({ type: 'ack', of: 'game', id: '1' })
  return [first, second].filter((game) => game !== undefined)
}
/** Time passes, with a state each 5 s. */
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    t.clock.advance(5000)
    await report(cabinet.state())
  }
}
const row = () =>
  db.selectFrom('cabinets').selectAll().where('machine_id', '=', Number(id)).executeTakeFirstOrThrow()

test('games that are not reported for 30 s are a gap', async () => {
  await playUnreported()
  await wait(25)
  expect(await row()).toMatchObject({ closed: null, last_game: 0 })
  await wait(5)
  expect(await row()).toMatchObject({ closed: 'gap', last_game: 2 })
})

test('games are no gap while they are reported one after the other', async () => {
  for (const game of await playUnreported()) {
    await wait(25)
    await report(game)
  }
  expect(await row()).toMatchObject({ closed: null, last_game: 2 })
})

test('games are no gap when the line was cut for longer', async () => {
  const games = await playUnreported()
  t.clock.advance(60_000)
  await connect()
  for (const game of games) {
    await report(cabinet.state())
    await report(game)
  }
  expect(await row()).toMatchObject({ closed: null, last_game: 2 })
})
