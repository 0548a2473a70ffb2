import * as v from 'valibot'
import { expect, test } from 'vitest'
import { GameState } from '../../../src/contract/live.ts'
import type { Db } from '../../store/db.ts'
import { connectTestCabinet, eachAtOwnCabinet, type Line, NOON } from '../../testing/floor/cabinet/line.ts'
import { createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { settleCredit } from './settle-by-hand.ts'

/* What the player reads of a cabinet, as pushed and as answered to `sit`. The stake is 1.00. */

let db: Db
let t: TestFloor
let line: Line
let player: string
let id: string
let pushed: GameState[] = []
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  await start()
  line = await connectTestCabinet(t.floor, id)
})

async function start(): Promise<void> {
  t = await openFloor()
  pushed = []
  t.floor.events.on('game', ({ machineId, state }) => {
    if (machineId === id) pushed.push(v.parse(GameState, state))
  })
}

let requests = 0
const requestId = () => `request-${++requests}`
async function sit() {
  const seat = await t.floor.sit(player, id)
  await line.quiet()
  if (!seat.ok) throw new Error(`no seat: ${seat.code}`)
  return seat.game
}
async function load(amount = 10_000): Promise<void> {
  const loaded = await t.floor.load(player, id, { requestId: requestId(), amount })
  await line.quiet()
  expect(loaded).toMatchObject({ ok: true })
}
/** The states that work has pushed, without the same one twice. */
async function pushesOf(work: () => unknown): Promise<GameState[]> {
  pushed = []
  await work()
  await line.quiet()
  return pushed.filter((state, at) => JSON.stringify(state) !== JSON.stringify(pushed[at - 1]))
}
const reports = (...messages: Parameters<typeof line.report>) => pushesOf(() => line.report(...messages))
const cabinets = (states: readonly GameState[]) => states.map(({ cabinet }) => cabinet)
const READY = { status: 'ready' }

test('a ready cabinet has nothing more to say', async () => {
  expect(await sit()).toMatchObject({ phase: 'idle', credit: 0, spin: null, cabinet: READY })
})

test('a fault and its end are pushed; in the lobby its machine is out of order', async () => {
  await sit()
  const door = { type: 'fault', code: 'door', text: 'Front door open' } as const
  expect(cabinets(await reports(door))).toEqual([{ status: 'fault', fault: 'Front door open' }])
  expect([t.floor.change(id)?.status, t.floor.seatStatus(player).machine_status]).toEqual(['error', 'error'])
  expect(cabinets(await reports({ type: 'fault', code: 'tilt' }))).toEqual([
    { status: 'fault', fault: 'tilt' },
  ])
  expect(cabinets(await reports({ type: 'fault' }))).toEqual([READY])
  expect(t.floor.seatStatus(player).machine_status).toBe('playing')
})

test('the end of the connection is pushed, and its return with what the cabinet reports', async () => {
  await sit()
  expect(cabinets(await pushesOf(() => t.pass(7000)))).toEqual([{ status: 'unreachable' }])
  expect(t.floor.seatStatus(player)).toMatchObject({ status: true, machine_status: 'offline' })
  const back = await pushesOf(async () => {
    line = await connectTestCabinet(t.floor, id)
  })
  expect(cabinets(back).at(-1)).toEqual(READY)
  expect(t.floor.seatStatus(player).machine_status).toBe('playing')
})

test('a hand pay is shown to the player of its visit until it is over, also after a restart', async () => {
  await sit()
  const { cabinet } = line
  const waiting = { status: 'hand-pay', handPay: 50_000 }
  const begun = await reports({ type: 'handpay', id: 'h1', cents: 50_000 }, cabinet.state('handpay'))
  expect(cabinets(begun).at(-1)).toEqual(waiting)
  await start()
  expect((await sit()).cabinet).toEqual({ status: 'unreachable', handPay: 50_000 })
  line = await connectTestCabinet(t.floor, id)
  expect(cabinets(await reports(line.cabinet.state('handpay'))).at(-1)).toEqual(waiting)
  const over = await reports({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state('idle'))
  expect(cabinets(over).at(-1)).toEqual(READY)
})

test('a hand pay of an earlier visit is no business of the next player', async () => {
  await sit()
  await line.report({ type: 'handpay', id: 'h1', cents: 50_000 }, line.cabinet.state())
  await settleCredit(db, { machine: Number(id), playerId: player, cents: 0, now: new Date(NOON) })
  await line.report({ type: 'beat' })
  player = await createTestPlayer(db, 100_000)
  expect((await sit()).cabinet).toEqual(READY)
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' })
})

test('a transfer is shown from its begin to its end, also after a restart', async () => {
  await sit()
  const loading = { status: 'ready', transfer: { direction: 'load', amount: 10_000 } }
  const states = await pushesOf(() => load())
  expect(cabinets(states)[0]).toEqual(loading)
  expect(states[0]?.credit).toBe(0)
  expect(states.at(-1)).toMatchObject({ credit: 10_000, cabinet: READY })
  line.setAnswering(false)
  void t.floor.cashOut(player, id, requestId())
  await t.floor.idle()
  const leaving = { direction: 'cash-out', amount: 10_000 }
  expect(pushed.at(-1)?.cabinet).toEqual({ status: 'ready', transfer: leaving })
  expect(t.floor.seatStatus(player).machine_status).toBe('cashing-out')
  // The meter has it or not: it is on its way.
  expect(pushed.at(-1)?.credit).toBe(0)
  await t.pass(4000)
  await t.floor.hold(player, id)
  const seat = { credit: 0, cabinet: { status: 'ready', transfer: leaving } }
  expect(t.floor.seatStatus(player)).toMatchObject(seat)
  await start()
  expect(await sit()).toMatchObject({ credit: 0, cabinet: { status: 'unreachable', transfer: leaving } })
})

test('while no page plays a cabinet, its player reads by the seat what it reports', async () => {
  await sit()
  await load()
  const seats: object[] = []
  t.floor.events.on('seat', ({ seat }) => seats.push(seat))
  await t.floor.hold(player, id)
  await line.report({ type: 'handpay', id: 'h1', cents: 700 }, line.cabinet.state('handpay'))
  expect(seats.at(-1)).toMatchObject({ credit: 10_000, cabinet: { status: 'hand-pay', handPay: 700 } })
  await line.report({ type: 'handpay-done', id: 'h1', to: 'attendant' }, line.cabinet.state())
  expect(seats.at(-1)).toMatchObject({ credit: 10_000, cabinet: READY })
  await sit()
  expect(t.floor.seatStatus(player)).not.toHaveProperty('cabinet')
})

test('credit that nobody loaded is named', async () => {
  await sit()
  await load()
  line.cabinet.insert(2000)
  const [state] = await reports(line.cabinet.state())
  expect(state).toMatchObject({ credit: 12_000, cabinet: { status: 'ready', foreignCredit: 2000 } })
})

test('a game runs under its number until it is booked, and is then the last one of its visit', async () => {
  await sit()
  await load()
  const { cabinet } = line
  const running = { phase: 'spinning', win: 0, spin: { id: '1', stake: 100, win: 0, free: false } }
  expect(await reports(cabinet.state('playing'))).toMatchObject([running])
  const ended = { phase: 'idle', win: 700, spin: { id: '1', stake: 100, win: 700, free: false } }
  expect((await reports(...cabinet.play(700))).at(-1)).toMatchObject({ ...ended, credit: 10_600 })
  expect((await reports(cabinet.state())).at(-1)).toMatchObject(ended)
  // The state of the end comes before its game.
  const [game] = cabinet.play(0)
  if (!game) throw new Error('no game')
  expect((await reports(cabinet.state())).at(-1)).toMatchObject({
    phase: 'spinning',
    spin: { id: '2', win: 0 },
  })
  expect((await reports(game)).at(-1)).toMatchObject({ phase: 'idle', spin: { id: '2' }, win: 0 })
  // A state of the next game comes before the game: its end is shown all the same.
  const [third] = cabinet.play(300)
  if (!third) throw new Error('no game')
  expect(
    (await reports(cabinet.state('playing'), third)).map(({ phase, spin }) => [phase, spin?.id]),
  ).toEqual([
    ['spinning', '3'],
    ['idle', '3'],
  ])
  await start()
  expect(await sit()).toMatchObject({ phase: 'idle', win: 300, spin: { id: '3', stake: 100, win: 300 } })
})

test('a page that joined before its cabinet was there must join again, once', async () => {
  const outdated: object[] = []
  await sit()
  await start()
  t.floor.events.on('outdated', (page) => outdated.push(page))
  expect(await t.floor.sit(player, id)).toMatchObject({ capabilities: { buttons: [], cabinetButtons: [] } })
  line = await connectTestCabinet(t.floor, id)
  expect(outdated).toEqual([{ playerId: player, machineId: id }])
  expect(await t.floor.sit(player, id)).toMatchObject({ capabilities: { buttons: ['spin'] } })
  line = await connectTestCabinet(t.floor, id)
  expect(outdated).toHaveLength(1)
})

test('a game of another visit is not the last one', async () => {
  await sit()
  await load(100)
  await line.report(...line.cabinet.play(0), line.cabinet.state())
  await t.floor.leave(player, id)
  expect(await sit()).toMatchObject({ spin: null })
})
