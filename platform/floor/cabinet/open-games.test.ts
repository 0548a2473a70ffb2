import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, creditOf, suspenseOf, walletOf } from '../../ledger/ledger.ts'
import { fakeClock } from '../../lib/clock.ts'
import { type TestDatabase, testDatabase } from '../../store/test-database.ts'
import type { FloorDeps } from '../floor.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../test-floor.ts'
import { cabinetPlan, connectTestCabinet } from './test-line.ts'

/* A game that runs, or has ended and is not booked, belongs to the visit in which it began. */

const HOLD_MS = 20_000
const IDLE_MS = 30_000

let database: TestDatabase
let t: TestFloor
let line: Awaited<ReturnType<typeof connectTestCabinet>>
let player: string
let other: string
let machine = 0
let id: string
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())
beforeEach(async () => {
  machine += 1
  id = String(machine)
  player = await createTestPlayer(database.db, 1000)
  other = await createTestPlayer(database.db, 1000)
  await start()
})
afterEach(async () => {
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
})

async function start(over: Partial<FloorDeps> = {}): Promise<void> {
  await t?.floor.stop()
  const deps = { plan: cabinetPlan(20), holdMs: HOLD_MS, ...over }
  t = await createTestFloor(database.db, deps, fakeClock(Date.parse('2026-11-26T12:00:00Z')))
  line = await connectTestCabinet(t.floor, id)
}

/** The player's last credit is lost, and the cabinet goes on with a free game. */
async function runFreeGame(): Promise<void> {
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  const loaded = t.floor.load(player, id, { requestId: `load-${id}`, amount: 100 })
  await line.quiet()
  expect(await loaded).toMatchObject({ ok: true })
  await line.report(...line.cabinet.play(0), line.cabinet.state('playing'))
  expect(await books()).toEqual([900, 0, 0])
}
/** It wins 5.00. */
const endFreeGame = () => line.report(...line.cabinet.play(500, 0), line.cabinet.state())
/** Time passes, with a state each 5 s. */
async function pass(ms: number, phase: 'idle' | 'playing'): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    await t.pass(5000)
    await line.report(line.cabinet.state(phase))
    await line.quiet()
  }
}
const books = () =>
  Promise.all(
    [walletOf(player), creditOf(id), suspenseOf(id)].map(
      async (account) => (await balanceOf(database.db, account)).balance,
    ),
  )
const refused = (code: number) => ({ ok: false, code })

test('the seat of a player who leaves stays held while a game runs, and its win is that player’s', async () => {
  await runFreeGame()
  expect(await t.floor.leave(player, id)).toEqual({ ok: true })
  expect(t.floor.seatOf(player)).toBe(id)
  await pass(2 * HOLD_MS, 'playing')
  expect(await t.floor.sit(other, id)).toEqual(refused(Code.machineTaken))
  await endFreeGame()
  expect(await books()).toEqual([900, 500, 0])
  await pass(10_000, 'idle')
  expect(await books()).toEqual([1400, 0, 0])
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
  expect(await books()).toEqual([900, 500, 0])
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
  expect(await books()).toEqual([900, 500, 0])
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
  expect(await books()).toEqual([1400, 0, 0])
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
