import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { setMaxStake, setOwnLimit, startPause } from '../../players/own-limits.ts'
import type { Db } from '../../store/db.ts'
import { connectTestCabinet, eachAtOwnCabinet, type Line } from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'
import type { FloorDeps } from '../ports/floor.ts'

/* Presses of a cabinet's buttons beside Start. The stake is 1.00. */

let db: Db
let t: TestFloor
let line: Line
let player: string
let id: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
  await start()
})

async function start(over: Partial<FloorDeps> = {}): Promise<void> {
  t = await openFloor(over)
  line = await connectTestCabinet(t.floor, id)
}

let requests = 0
const requestId = () => `request-${++requests}`
const press = (button: string, request = requestId()) =>
  line.answered(t.floor.press(player, id, { requestId: request, button }))
const spin = (request = requestId()) =>
  line.answered(t.floor.spin(player, id, { requestId: request, stake: 100 }))
async function seated(): Promise<void> {
  expect(await line.answered(t.floor.sit(player, id))).toMatchObject({ ok: true })
  const loaded = t.floor.load(player, id, { requestId: requestId(), amount: 10_000 })
  expect(await line.answered(loaded)).toMatchObject({ ok: true })
}
const pressed = () => line.commands.flatMap((command) => (command.type === 'press' ? command.button : []))
const refused = (code: number) => ({ ok: false, code })

test('a machine announces its buttons but Start and Collect, and each is pressed', async () => {
  const seat = await line.answered(t.floor.sit(player, id))
  expect(seat).toMatchObject({
    capabilities: {
      buttons: ['spin'],
      cabinetButtons: [
        { id: 'up', label: 'Bet +', kind: 'stake-up' },
        { id: 'max', label: 'Max bet', kind: 'max' },
        { id: 'double', label: 'Double', kind: 'gamble' },
        { id: 'help', label: 'Help', kind: 'other' },
      ],
    },
  })
  await seated()
  for (const button of ['up', 'max', 'double', 'help'])
    expect(await press(button)).toMatchObject({ ok: true, game: { phase: 'idle' } })
  expect(pressed()).toEqual(['up', 'max', 'double', 'help'])
  // Max started a game.
  expect(line.cabinet.games).toBe(1)
  for (const button of ['start', 'collect', 'none'])
    expect(await press(button)).toEqual(refused(Code.notFound))
  expect(pressed()).toHaveLength(4)
})

test('a repeated press is answered alone; its id names no other command', async () => {
  await seated()
  const request = requestId()
  expect(await press('up', request)).toMatchObject({ ok: true })
  expect(await press('up', request)).toMatchObject({ ok: true })
  expect(await press('help', request)).toEqual(refused(Code.requestIdReused))
  expect(await spin(request)).toEqual(refused(Code.requestIdReused))
  expect(pressed()).toEqual(['up'])
})

test('a press ends the hold of a page whose process only seemed to be gone', async () => {
  expect(await line.answered(t.floor.sit(player, id, 'away'))).toMatchObject({ ok: true })
  await t.floor.holdAbandoned((node) => node !== 'away')
  expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  expect(await press('help')).toMatchObject({ ok: true })
  expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'playing' })
})

test('a press needs a seat, a controller and a cabinet that is ready', async () => {
  expect(await press('up')).toEqual(refused(Code.notSeated))
  await seated()
  await line.report(line.cabinet.state('locked'))
  expect(await press('up')).toEqual(refused(Code.machineBusy))
  // A game has ended, and its report has not come.
  await line.report({ ...line.cabinet.state(), games: 1 } as ReturnType<typeof line.cabinet.state>)
  expect(await press('up')).toEqual(refused(Code.machineBusy))
  expect(await spin()).toEqual(refused(Code.machineBusy))
  await line.report(line.cabinet.state())
  expect(await press('up')).toMatchObject({ ok: true })
  await t.pass(7000)
  expect(await press('up')).toEqual(refused(Code.machineOutOfOrder))
  expect(pressed()).toEqual(['up'])
})

test('gamble may be pressed in a game, whatever it wins; between games it stakes the win', async () => {
  await start({ maxStake: 500, minCycleMs: 3000 })
  await t.pass(3000)
  await line.report(line.cabinet.state())
  await seated()
  await line.report(...line.cabinet.play(600), line.cabinet.state('playing'))
  expect(await press('double')).toMatchObject({ ok: true })
  await line.report(line.cabinet.state('playing'))
  expect(await press('max')).toEqual(refused(Code.machineBusy))
  await line.report(line.cabinet.state())
  expect(await press('double')).toEqual(refused(Code.stakeNotOffered))
  await line.report(...line.cabinet.play(300), line.cabinet.state())
  expect(await press('double')).toMatchObject({ ok: true })
  // It was a game's start.
  expect(await press('double')).toEqual(refused(Code.machineBusy))
  expect(await press('help')).toMatchObject({ ok: true })
  expect(pressed()).toEqual(['double', 'double', 'help'])
})

test('the maximum stake that the operator sets during a visit counts from the next press', async () => {
  await seated()
  expect(await press('max')).toMatchObject({ ok: true })
  await line.report(line.cabinet.state())
  await db.transaction().execute((trx) => setMaxStake(trx, player, 99, new Date(t.clock.now())))
  expect(await press('max')).toEqual(refused(Code.stakeNotOffered))
  expect(pressed()).toEqual(['max'])
})

test("the player's limits and pauses refuse what stakes money", async () => {
  await seated()
  await setOwnLimit(db, player, { kind: 'loss-day', value: 150 }, t.clock.now())
  expect(await press('max')).toMatchObject({ ok: true })
  expect(await press('max')).toMatchObject({ ok: false, code: Code.ownLossDay, params: { left: 50 } })
  // A win of the game that runs is no loss.
  await line.report(line.cabinet.state('playing'))
  expect(await press('double')).toMatchObject({ ok: true })
  await startPause(db, player, 1, t.clock.now())
  expect(await press('double')).toMatchObject({ ok: false, code: Code.ownPause })
  await line.report(line.cabinet.state())
  expect(await press('max')).toMatchObject({ ok: false, code: Code.ownPause })
  expect(pressed()).toEqual(['max', 'double'])
})

test('a press is an activity', async () => {
  await start({ idleMs: 30_000 })
  const warnings: number[] = []
  t.floor.events.on('info', ({ info }) => warnings.push(info.code ?? 0))
  await seated()
  for (let n = 1; n <= 10; n += 1) {
    await t.pass(5000)
    await line.report(line.cabinet.state())
    expect(await press('help')).toMatchObject({ ok: true })
  }
  expect(warnings).toEqual([])
})

/** A state between games in which the cabinet shows this stake, in cents. */
const staking = (stake: number) =>
  ({ ...line.cabinet.state(), stake }) as ReturnType<typeof line.cabinet.state>

test('what stakes credit waits for the answer to each press before it, whose state shows the stake', async () => {
  await start({ maxStake: 100 })
  await seated()
  line.setAnswering(false)
  const [first, second] = [await press('up'), await press('up')]
  expect([first.ok, second.ok]).toEqual([true, true])
  for (const command of [spin(), press('max'), press('double')])
    expect(await command).toEqual(refused(Code.machineBusy))
  const [up, upAgain] = line.commands.flatMap((sent) => (sent.type === 'press' ? sent.id : []))
  if (!up || !upAgain) throw new Error('nothing was pressed')
  await line.report(staking(100), { type: 'ok', id: up })
  expect(await spin()).toEqual(refused(Code.machineBusy))
  await line.report(staking(1000), { type: 'ok', id: upAgain })
  expect(await spin()).toEqual(refused(Code.stakeNotOffered))
  // A refused press is answered, too.
  await line.report(staking(100))
  expect(await press('up')).toMatchObject({ ok: true })
  const last = line.commands.findLast((sent) => sent.type === 'press')
  expect(await spin()).toEqual(refused(Code.machineBusy))
  await line.report({ type: 'refused', id: last?.type === 'press' ? last.id : '', code: 'playing' })
  expect(await spin()).toMatchObject({ ok: true })
  expect(pressed()).toEqual(['up', 'up', 'up', 'start'])
})

test('a press says what it may stake of the credit', async () => {
  await seated()
  await line.report(...line.cabinet.play(300), line.cabinet.state('playing'))
  await press('double')
  await line.report(line.cabinet.state())
  for (const button of ['double', 'up', 'max']) await press(button)
  await spin()
  const stakes = line.commands.flatMap((sent) => (sent.type === 'press' ? [[sent.button, sent.stake]] : []))
  expect(stakes).toEqual([
    ['double', 0],
    ['double', 300],
    ['up', 0],
    ['max', 100],
    ['start', 100],
  ])
})

test('a press without an answer is asked for', async () => {
  await seated()
  line.setAnswering(false)
  await press('up')
  await line.report(line.cabinet.state())
  expect(await spin()).toEqual(refused(Code.machineBusy))
  await t.pass(2000)
  await line.report(line.cabinet.state())
  expect(await spin()).toMatchObject({ ok: true })
})

test('after a new connection no answer is due', async () => {
  await seated()
  line.setAnswering(false)
  await press('up')
  await line.report(line.cabinet.hello(), line.cabinet.state())
  expect(await spin()).toMatchObject({ ok: true })
})
