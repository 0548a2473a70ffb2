import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type {
  CabinetReport,
  FromController,
  Game,
  ToController,
} from '../../machines/cabinet/controller-messages.ts'
import type { Db } from '../../store/db.ts'
import { createTestCabinet } from '../../testing/floor/cabinet/cabinet.ts'
import { booksOf, cabinetPlan, eachAtOwnCabinet, MACHINES } from '../../testing/floor/cabinet/line.ts'
import { createTestFloor, type TestFloor } from '../../testing/floor/floor.ts'
import { openCabinet, settleTransfer } from './settle-by-hand.ts'

/*
 * Answers and readings that come while games are missing or run, and reports that come again or contradict
 * the books. The reports are written by hand.
 */

let db: Db
let t: TestFloor
let player: string
let connection = 0
let id: string
let sent: ToController[] = []
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  t = await openFloor()
  sent = []
  t.floor.events.on('toController', ({ machineId, message }) => {
    if (machineId === id) sent.push(message)
  })
  connection = (await t.floor.connectController(id)) ?? 0
  for (const message of createTestCabinet(id).greet()) await report(message)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  await load(1000, { credit: 1000, games: 0 })
  await report(state({ credit: 1000, games: 0 }))
}, 10_000)

async function report(...messages: FromController[]): Promise<void> {
  for (const message of messages)
    expect(await t.floor.onController(id, connection, message)).toMatchObject({ ok: true })
}
/** What the platform answers to a message. */
async function answersTo(message: FromController): Promise<readonly ToController[]> {
  const result = await t.floor.onController(id, connection, message)
  return result.ok ? result.answers : []
}
const state = (over: Partial<CabinetReport>): CabinetReport => ({
  ...{ type: 'state', seq: 1, phase: 'idle', credit: 0, stake: 100, win: 0, games: 0 },
  ...over,
})
const game = (number: number, credit: number, over: Partial<Game> = {}): Game => ({
  ...{ type: 'game', number, stake: 100, win: 0, credit, at: '2026-11-26T01:02:03Z' },
  ...over,
})
/** The id in the command that the platform sent last; empty unless it is a load or a cash-out. */
const lastId = () => {
  const command = sent.at(-1)
  return command?.type === 'credit' || command?.type === 'cashout' ? command.id : ''
}
let requests = 0
/** Starts a load or cash-out, and answers it with these figures; without them it stays without an answer. */
async function transfer(
  start: (requestId: string) => Promise<object>,
  cents: number,
  shown?: { credit: number; games: number },
): Promise<object> {
  requests += 1
  const started = start(`request-${requests}`)
  await t.floor.idle()
  if (shown) await report({ type: 'done', id: lastId(), cents, ...shown })
  t.clock.advance(4000)
  // Its connection lives.
  await report({ type: 'ok' })
  return started
}
const load = (amount: number, shown?: { credit: number; games: number }) =>
  transfer((requestId) => t.floor.load(player, id, { requestId, amount }), amount, shown)
const cashOut = (cents: number, shown?: { credit: number; games: number }) =>
  transfer((requestId) => t.floor.cashOut(player, id, requestId), cents, shown)
/** Time passes, with this state each 5 s. */
async function wait(seconds: number, reported: CabinetReport): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await t.pass(5000)
    await report(reported)
  }
}
const books = () => booksOf(db, player, id)
const row = () =>
  db.selectFrom('cabinets').selectAll().where('machine_id', '=', Number(id)).executeTakeFirstOrThrow()
const pending = async () =>
  (
    await db
      .selectFrom('transfers')
      .select('id')
      .where('machine_id', '=', Number(id))
      .where('state', '=', 'pending')
      .executeTakeFirst()
  )?.id

test('an answer that waits for a game which is lost counts after 30 s, and then the gap', async () => {
  // Game 1 is lost, and so is its report.
  await load(500, { credit: 1400, games: 1 })
  expect(await books()).toEqual([8500, 1000, 500, 0])
  await wait(30, state({ credit: 1400, games: 1 }))
  expect(await pending()).toBeDefined()
  await wait(5, state({ credit: 1400, games: 1 }))
  expect(await books()).toEqual([8500, 1400, 0, 100])
  expect(await row()).toMatchObject({ closed: 'gap', last_game: 1 })
  expect(await cashOut(1400, { credit: 0, games: 1 })).toMatchObject({ ok: true, amount: 1400 })
  expect(await books()).toEqual([9900, 0, 0, 100])
})

test('the answer of a cash-out counts in the same way', async () => {
  await cashOut(900, { credit: 0, games: 1 })
  await wait(35, state({ credit: 0, games: 1 }))
  expect(await books()).toEqual([9900, 0, 0, 100])
  expect(await row()).toMatchObject({ closed: 'cash-out', last_game: 1 })
})

test.each([
  { given: 0, left: 0, suspense: 0, closed: null },
  { given: 50, left: 0, suspense: 50, closed: 'cash-out' },
  { given: 50, left: 50, suspense: 50, closed: 'drift' },
])('a cash-out of $given after a game that left $left of the credit pays the player nothing', async (of) => {
  await cashOut(of.given, { credit: 0, games: 1 })
  await report(game(1, of.left, { stake: 1000 }))
  expect(await pending()).toBeUndefined()
  expect(await books()).toEqual([9000, 0, 0, of.suspense])
  expect(await row()).toMatchObject({ closed: of.closed, extra: 0 })
})

test('an operator settles a cash-out whose credit was played meanwhile', async () => {
  await cashOut(0, { credit: 0, games: 2 })
  await report(game(1, 0, { stake: 1000 }))
  const order = { id: (await pending()) ?? '', outcome: 'refused' as const, now: new Date() }
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true, answer: { cents: 0 } })
  expect(await books()).toEqual([9000, 0, 0, 0])
})

test('an answer is of its own transfer alone, also when an operator has settled that', async () => {
  await load(500, { credit: 1400, games: 1 })
  const order = { id: (await pending()) ?? '', outcome: 'done' as const, now: new Date() }
  expect(await settleTransfer(db, order)).toMatchObject({ ok: true })
  await wait(35, state({ credit: 1400, games: 1 }))
  expect(await books()).toEqual([8500, 1400, 0, 100])
  // A game is reported while a cash-out has no answer yet.
  await cashOut(0)
  await report(game(2, 1300))
  expect(await pending()).toBeDefined()
  await report({ type: 'done', id: lastId(), cents: 1300, credit: 0, games: 2 })
  await report(game(2, 1300))
  expect(await books()).toEqual([9800, 0, 0, 100])
})

test('a load that arrives while a game runs is compared after the game', async () => {
  await report(state({ phase: 'playing', credit: 900 }))
  await load(500, { credit: 1400, games: 0 })
  expect(await books()).toEqual([8500, 1500, 0, 0])
  await report(game(1, 1400))
  await report(state({ credit: 1400, games: 1 }))
  expect(await books()).toEqual([8500, 1400, 0, 0])
  expect(await row()).toMatchObject({ closed: null })
})

test('an answer that shows another credit is compared at once while no game runs', async () => {
  await load(500, { credit: 1400, games: 0 })
  expect(await books()).toEqual([8500, 1400, 0, 100])
  expect(await row()).toMatchObject({ closed: 'drift' })
})

test('a gap is booked when no game runs, so that a stake is not taken for missing credit', async () => {
  await wait(30, state({ credit: 900, games: 1 }))
  await t.pass(5000)
  await report(state({ phase: 'playing', credit: 800, games: 1 }))
  expect(await row()).toMatchObject({ closed: null })
  await report(game(2, 1500, { win: 700 }))
  expect(await books()).toEqual([9000, 1500, 0, 100])
  expect(await row()).toMatchObject({ closed: 'gap', last_game: 2 })
})

test('meters are compared when no game runs: they may count its stake from the start', async () => {
  const meters = { coinIn: 0, coinOut: 0, handPaid: 0, transferIn: 1000, transferOut: 0, games: 0 }
  await report({ type: 'meters', ...meters })
  await report(state({ phase: 'playing', credit: 900 }))
  await report({ type: 'meters', ...meters, coinIn: 100 })
  expect(await row()).toMatchObject({ closed: null })
  await report(game(1, 900))
  await report(state({ credit: 900, games: 1 }))
  await report({ type: 'meters', ...meters, coinIn: 100, games: 1 })
  expect(await row()).toMatchObject({ closed: null })
  await report({ type: 'meters', ...meters, coinIn: 200, games: 1 })
  expect(await row()).toMatchObject({ closed: 'meters' })
})

test('a process that has lost a cabinet does not take its first meters', async () => {
  const owner = await createTestFloor(db, { plan: cabinetPlan(MACHINES) })
  const meters = { coinIn: 0, coinOut: 0, handPaid: 0, transferIn: 1000, transferOut: 0, games: 0 }
  expect(await t.floor.onController(id, connection, { type: 'meters', ...meters })).toMatchObject({
    ok: false,
  })
  expect(await row()).toMatchObject({ meters: null })
  await owner.floor.stop()
})

test('meters are compared without reading all games again', async () => {
  const meters = { coinIn: 100, coinOut: 0, handPaid: 0, transferIn: 1000, transferOut: 0 }
  await report(game(1, 900), state({ credit: 900, games: 1 }))
  await report({ type: 'meters', ...meters, games: 1 })
  await sql`insert into cabinet_games (machine_id, number, stake, win, credit, played_at, created_at)
    values (${id}, 0, 500, 0, 0, now(), now())`.execute(db)
  await report({ type: 'meters', ...meters, games: 1 })
  await report(game(2, 1000, { win: 200 }), state({ credit: 1000, games: 2 }))
  await report({ type: 'meters', ...meters, coinIn: 200, coinOut: 200, games: 2 })
  expect(await row()).toMatchObject({ closed: null })
  await report({ type: 'meters', ...meters, coinIn: 300, coinOut: 200, games: 2 })
  expect(await row()).toMatchObject({ closed: 'meters' })
  // The audit would find the game.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from cabinet_games where machine_id = ${id} and number = 0`.execute(trx)
  })
})

test('a cash-out is paid what the cabinet gave, and the visit ends with that figure', async () => {
  const cancelled = t.floor.cancel(player, id)
  await expect.poll(() => sent.at(-1)?.type).toBe('cashout')
  await report(game(1, 900))
  // Until a state counts the game, another one may have begun, and the seat would be kept.
  await report(state({ credit: 900, games: 1 }))
  await report({ type: 'done', id: lastId(), cents: 900, credit: 0, games: 1 })
  await report(game(1, 900))
  await report(state({ games: 1 }))
  expect(await cancelled).toMatchObject({ ok: true, amount: 900 })
  expect(await books()).toEqual([9900, 0, 0, 0])
  expect(await t.floor.cancel(player, id)).toEqual({ ok: false, code: Code.notSeated })
})

test('an id of nobody is answered by its code', async () => {
  const done = { type: 'done', id: 'invented', cents: 100_000, credit: 0, games: 0 } as const
  expect(await answersTo(done)).toMatchObject([{ code: 'unknown-id' }])
  expect(await books()).toEqual([9000, 1000, 0, 0])
})

test('a game again is booked once; with other figures it is refused and closes the machine', async () => {
  await report(game(1, 900), game(1, 900))
  expect(await row()).toMatchObject({ closed: null })
  expect(await answersTo(game(1, 900, { win: 50_000 }))).toMatchObject([{ code: 'conflict', id: '1' }])
  expect(await row()).toMatchObject({ closed: 'conflict', last_game: 1 })
  expect(await books()).toEqual([9000, 900, 0, 0])
})

test('a cabinet whose game counter went back is closed again, until its numbers go on from the booked ones', async () => {
  await report(game(1, 900))
  for (let time = 0; time < 2; time += 1) {
    await report(state({ credit: 900, games: 0 }))
    expect(await row()).toMatchObject({ closed: 'conflict', last_game: 1 })
    await openCabinet(db, { machine: Number(id), now: new Date() })
  }
  await report(game(2, 800), state({ credit: 800, games: 2 }))
  expect(await row()).toMatchObject({ closed: null, last_game: 2 })
})

test('a game that leaves out a number closes the machine, and the left out one is refused later', async () => {
  await report(game(2, 800))
  expect(await row()).toMatchObject({ closed: 'gap', last_game: 2 })
  expect(await books()).toEqual([9000, 800, 0, 100])
  expect(await answersTo(game(1, 900))).toMatchObject([{ code: 'number-back' }])
})

test('hand pays that the meter counts and nobody reports close the machine, and reported ones do not', async () => {
  const others = { coinIn: 0, coinOut: 0, transferIn: 1000, transferOut: 0, games: 0 }
  const meters = (handPaid: number) => report({ type: 'meters', handPaid, ...others })
  /** The meter stays there for longer than a report takes. */
  const stay = async (handPaid: number) => {
    for (let n = 0; n < 7; n += 1) {
      await meters(handPaid)
      t.clock.advance(5000)
    }
  }
  await meters(900)
  await report({ type: 'handpay', id: 'h1', cents: 5000 })
  // An attendant is at it, and the meter has moved.
  await stay(5900)
  await report({ type: 'handpay-done', id: 'h1', to: 'attendant' })
  await stay(5900)
  expect(await row()).toMatchObject({ closed: null, meters: { handPaid: 900 } })
  // One that is not reported yet, which its report explains in time.
  await meters(6000)
  await report({ type: 'handpay', id: 'h2', cents: 100 }, { type: 'handpay-done', id: 'h2', to: 'attendant' })
  await stay(6000)
  expect(await row()).toMatchObject({ closed: null })
  await stay(6500)
  expect(await row()).toMatchObject({ closed: 'meters' })
})
