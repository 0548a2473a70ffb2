import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { Db } from '../../store/db.ts'
import {
  booksOf,
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  passWithStates,
} from '../../testing/floor/cabinet/line.ts'
import { createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import type { FloorDeps } from '../ports/floor.ts'

/* A game that runs, or has ended and is not booked, belongs to the visit in which it began. */

const HOLD_MS = 20_000
const IDLE_MS = 30_000

let db: Db
let t: TestFloor
let line: Line
let player: string
let other: string
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  other = await createTestPlayer(db, 1000)
  await start()
}, 1000)

/** Also a restart, after which the cabinet is a new one. */
async function start(over: Partial<FloorDeps> = {}): Promise<void> {
  t = await openFloor({ holdMs: HOLD_MS, ...over })
  line = await connectTestCabinet(t.floor, id)
}

/** The player sits down and loses the whole credit. The cabinet then runs a free game. */
async function runFreeGame(): Promise<void> {
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  const loaded = t.floor.load(player, id, { requestId: `load-${id}`, amount: 100 })
  await line.quiet()
  expect(await loaded).toMatchObject({ ok: true })
  await line.report(...line.cabinet.play(0), line.cabinet.state('playing'))
  expect(await books()).toEqual([900, 0, 0, 0])
}
/** The free game wins 5.00. */
const endFreeGame = () => line.report(...line.cabinet.play(500, 0), line.cabinet.state())
const pass = (ms: number, phase: 'idle' | 'playing') => passWithStates(t, line, ms, phase)
const books = () => booksOf(db, player, id)
const refused = (code: number) => ({ ok: false, code })

test('the seat of a player who leaves stays held while a game runs, and its win is that player’s', async () => {
  await runFreeGame()
  expect(await t.floor.leave(player, id)).toEqual({ ok: true })
  expect(t.floor.seatOf(player)).toBe(id)
  await pass(2 * HOLD_MS, 'playing')
  expect(await t.floor.sit(other, id)).toEqual(refused(Code.machineTaken))
  await endFreeGame()
  expect(await books()).toEqual([900, 500, 0, 0])
  await pass(10_000, 'idle')
  expect(await books()).toEqual([1400, 0, 0, 0])
  expect(t.floor.seatOf(player)).toBeUndefined()
})

test('no command frees the seat before the games that the cabinet has counted are booked', async () => {
  await runFreeGame()
  expect(await t.floor.cancel(player, id)).toEqual(refused(Code.machineBusy))
  const game = line.cabinet.play(500, 0)
  // The state of its end comes before the game.
  await line.report(line.cabinet.state())
  expect(await t.floor.cancel(player, id)).toEqual(refused(Code.machineBusy))
  expect(await t.floor.leave(player, id)).toEqual({ ok: true })
  expect(t.floor.seatOf(player)).toBe(id)
  await line.report(...game, line.cabinet.state())
  expect(await books()).toEqual([900, 500, 0, 0])
})

test('after a new connection the seat stays held for games that only its hello counts', async () => {
  await runFreeGame()
  const game = line.cabinet.play(500, 0)
  await start()
  const connection = (await t.floor.connectController(id)) ?? 0
  const hello = { ...line.cabinet.hello(), games: 2 } as ReturnType<typeof line.cabinet.hello>
  expect(await t.floor.onController(id, connection, hello)).toMatchObject({ ok: true })
  expect(await t.floor.cancel(player, id)).toEqual(refused(Code.machineBusy))
  for (const message of game) await t.floor.onController(id, connection, message)
  expect(await books()).toEqual([900, 500, 0, 0])
})

test('the seat stays between the last game and the state after it', async () => {
  await runFreeGame()
  await line.report(...line.cabinet.play(0, 0))
  expect(await t.floor.cancel(player, id)).toEqual(refused(Code.machineBusy))
  await line.report(line.cabinet.state())
  expect(await t.floor.cancel(player, id)).toMatchObject({ ok: true, amount: 0 })
})

test('a player who leaves before that state is free once it has come', async () => {
  await runFreeGame()
  await line.report(...line.cabinet.play(0, 0))
  expect(await t.floor.leave(player, id)).toEqual({ ok: true })
  expect(t.floor.seatOf(player)).toBe(id)
  await line.report(line.cabinet.state())
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await t.floor.sit(other, id)).toMatchObject({ ok: true })
})

test('a connection that was lost before that state keeps the seat', async () => {
  await runFreeGame()
  await line.report(...line.cabinet.play(0, 0))
  expect(await t.floor.hold(player, id)).toEqual({ ok: true })
  await line.report(line.cabinet.state())
  expect(t.floor.seatOf(player)).toBe(id)
})

test('a running game pauses the idle countdown', async () => {
  await start({ idleMs: IDLE_MS })
  await runFreeGame()
  const warnings: (number | undefined)[] = []
  t.floor.events.on('info', ({ info }) => warnings.push(info.code))
  await pass(2 * IDLE_MS, 'playing')
  expect(warnings).toEqual([])
  expect(t.floor.seatStatus(player).machine_status).toBe('playing')
  await endFreeGame()
  await pass(2 * IDLE_MS, 'idle')
  expect(await books()).toEqual([1400, 0, 0, 0])
  expect(t.floor.seatOf(player)).toBeUndefined()
})

test('a cabinet on which somebody plays is not offered', async () => {
  await line.report(line.cabinet.state('playing'))
  expect(t.floor.change(id)?.status).toBe('error')
  expect(await t.floor.sit(other, id)).toEqual(refused(Code.machineOutOfOrder))
  await line.report(line.cabinet.state())
  expect(t.floor.change(id)?.status).toBe('available')
  // A game has ended, and its report has not come.
  line.cabinet.play(0, 0)
  await line.report(line.cabinet.state())
  expect(await t.floor.sit(other, id)).toEqual(refused(Code.machineOutOfOrder))
})

test('a cabinet with credit that nobody loaded is not offered, until it is gone', async () => {
  line.cabinet.insert(500)
  await line.report(line.cabinet.state())
  expect(await t.floor.sit(other, id)).toEqual(refused(Code.machineOutOfOrder))
  await line.report(...line.cabinet.play(50))
  expect(await books()).toEqual([1000, 0, 0, 450])
  line.cabinet.setCredit(0)
  await line.report(line.cabinet.state())
  expect(t.floor.change(id)?.status).toBe('available')
  expect(await books()).toEqual([1000, 0, 0, 0])
})
