import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { balanceOf, creditOf, walletOf } from '../ledger/ledger.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import type { FloorEvents } from './context.ts'

/* The countdown to the end of a visit without play, at 60 s. */

const IDLE = 60_000
const database = databaseOfFile()
let t: TestFloor
let player: string
let told: string[]
let request = 0

const id = () => `request-${++request}`
const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance
const credit = async () => (await balanceOf(database.db, creditOf('1'))).balance
const spin = (stake = 100) => t.floor.spin(player, '1', { requestId: id(), stake })
const load = (amount: number) => t.floor.load(player, '1', { requestId: id(), amount })
const cashOut = () => t.floor.cashOut(player, '1', id())
const sit = () => t.floor.sit(player, '1')
/** Takes machine 1 with a credit. */
const play = async (amount: number) => {
  await sit()
  await load(amount)
}
const visit = () =>
  database.db
    .selectFrom('visits')
    .selectAll()
    .where('player_id', '=', Number(player))
    .executeTakeFirstOrThrow()

/** The messages to the page at machine 1 in short: code, seconds or action. */
function listen(): void {
  told = []
  const { floor } = t
  const info = (tell: FloorEvents['info'][0] | FloorEvents['dismissed'][0]) => {
    // A dead platform sends nothing, although its clock runs here.
    if (floor !== t.floor) return
    const { code, params, action } = tell.info
    expect(tell).toMatchObject({ playerId: player, machineId: '1' })
    told.push([code, params?.seconds, action].filter((part) => part !== undefined).join(' '))
  }
  t.floor.events.on('info', info).on('dismissed', info)
}

/** Advances second by second, as the clock does. */
async function seconds(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await t.pass(1000)
}

/** Nothing happens until the warning, and for so many seconds of it. */
async function warn(count: number): Promise<void> {
  await t.pass(IDLE)
  await seconds(count)
}

async function restart(): Promise<void> {
  t.trouble.die()
  t = await createTestFloor(database.db, { idleMs: IDLE }, t.clock)
  listen()
}

beforeEach(async () => {
  t = await createTestFloor(database.db, { idleMs: IDLE })
  player = await createTestPlayer(database.db, 10_000)
  listen()
})
afterEach(async () => {
  await t.pass(10 * 60_000)
  await t.pass(10 * 60_000)
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
  expect(await credit()).toBe(0)
  expect(t.floor.ownerOf('1')).toBeUndefined()
})

const countdown = (code: number, from = 10, to = 1) =>
  Array.from({ length: from - to + 1 }, (_, n) => `${code} ${from - n} none`)

describe('an idle seat', () => {
  test('without credit gets a deposit warning each second for ten seconds, then ends', async () => {
    await sit()
    await t.pass(IDLE - 1)
    expect(told).toEqual([])
    await t.pass(1)
    expect(told).toEqual(['18800 10 none'])
    await seconds(9)
    expect(told).toEqual(countdown(18800))
    expect(t.floor.seatOf(player)).toBe('1')
    await t.pass(999)
    expect(told).toHaveLength(10)
    await t.pass(1)
    expect(told.slice(10)).toEqual(['18801 none', '50100 leave'])
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(t.floor.change('1')).toMatchObject({ status: 'available' })
    expect((await visit()).ended_at).toEqual(new Date(t.clock.now()))
  })

  test('with credit gets a continue warning, and the credit returns to the wallet', async () => {
    const seats: unknown[] = []
    const balances: unknown[] = []
    await play(1000)
    t.floor.events.on('seat', ({ seat }) => seats.push(seat))
    t.floor.events.on('balance', ({ balance }) => balances.push(balance))
    await warn(10)
    expect(told).toEqual([...countdown(18802), '18801 none', '50100 leave'])
    expect(await wallet()).toBe(10_000)
    expect(balances).toEqual([10_000])
    expect(seats.at(-1)).toMatchObject({ status: false })
  })

  test('with free spins gets a continue warning, and they are played', async () => {
    await play(100)
    t.call('bonus')
    await spin()
    await t.pass(2500)
    t.call('win', 'lose')
    await warn(10)
    expect(told).toEqual([...countdown(18802), '18801 none', '50100 leave'])
    expect(await wallet()).toBe(9900 + 500)
  })
})

describe('activity', () => {
  const commands = {
    load: () => load(100),
    spin: () => spin(),
    'cash out': () => cashOut(),
    'sit (a page that came back)': () => sit(),
  }
  test.each(Object.entries(commands))(
    '%s cancels the warning and restarts the idle time',
    async (_, command) => {
      await play(500)
      await warn(8)
      expect(told).toEqual(countdown(18802, 10, 2))
      expect(await command()).toMatchObject({ ok: true })
      await t.pass(IDLE - 1)
      expect(told).toHaveLength(9)
      expect(t.floor.seatOf(player)).toBe('1')
    },
  )

  test('a refused command does not cancel the warning', async () => {
    await sit()
    await t.pass(IDLE)
    expect(await spin()).toMatchObject({ code: Code.creditTooLow })
    expect(await load(99_999)).toMatchObject({ code: Code.balanceTooLow })
    expect(await cashOut()).toMatchObject({ code: Code.nothingToCashOut })
    await seconds(10)
    expect(told).toEqual([...countdown(18800), '18801 none', '50100 leave'])
  })

  test('the idle time starts when the reels stop', async () => {
    await play(500)
    await spin()
    await t.pass(2500 + IDLE - 1)
    expect(told).toEqual([])
    await t.pass(1)
    expect(told).toEqual(['18802 10 none'])
  })

  test('a spin that cannot be settled yet counts as running', async () => {
    await play(500)
    t.call('win')
    await spin()
    t.trouble.breakAfter(0, true)
    await t.pass(2500 + IDLE)
    await seconds(20)
    expect(told).toEqual([])
    t.trouble.mend()
    await seconds(3)
    expect(told[0]).toBe('18802 10 none')
    expect(await credit()).toBe(900)
  })

  test('a command queued before the end keeps the seat', async () => {
    await play(500)
    await warn(9)
    const last = load(100)
    t.clock.advance(1000)
    expect(await last).toMatchObject({ ok: true })
    await t.floor.idle()
    expect(told).toEqual(countdown(18802))
    expect(await credit()).toBe(600)
    expect(t.floor.seatOf(player)).toBe('1')
  })

  test('a command after the end gets sessionTerminated and moves nothing', async () => {
    await play(500)
    await warn(9)
    t.clock.advance(1000)
    const late = await Promise.all([load(100), spin(), cashOut()])
    expect(late.map((answer) => !answer.ok && answer.code)).toEqual(Array(3).fill(Code.sessionTerminated))
    await t.floor.idle()
    expect(await wallet()).toBe(10_000)
    // Without further events too, until the player takes a seat again.
    expect(await spin()).toMatchObject({ code: Code.sessionTerminated })
    // Other calls about the machine report a missing seat as usual.
    expect(await t.floor.cancel(player, '1')).toMatchObject({ code: Code.notSeated })
    expect(await t.floor.kick(player, '1')).toMatchObject({ code: Code.notSeated })
    expect(await sit()).toMatchObject({ ok: true })
    await t.floor.leave(player, '1')
    expect(await spin()).toMatchObject({ code: Code.notSeated })
  })
})

describe('failures', () => {
  test('a connection lost during the countdown holds the seat; a reconnect restarts the idle time', async () => {
    await play(500)
    await warn(5)
    await t.floor.hold(player, '1')
    told.length = 0
    await t.pass(4 * 60_000)
    expect([told, t.floor.seatStatus(player).machine_status]).toEqual([[], 'waiting'])
    expect(await sit()).toMatchObject({ game: { credit: 500 } })
    await t.pass(IDLE - 1)
    expect(told).toEqual([])
    await t.pass(1)
    expect(told).toEqual(['18802 10 none'])
  })

  test('a connection lost at the very end holds the seat', async () => {
    await play(500)
    await warn(9)
    const lost = t.floor.hold(player, '1')
    t.clock.advance(1000)
    await lost
    await t.floor.idle()
    expect(told).toEqual(countdown(18802))
    expect(t.floor.seatOf(player)).toBe('1')
    await t.pass(5 * 60_000)
    expect(await wallet()).toBe(10_000)
  })

  test('a restart during the countdown holds the seat', async () => {
    await play(500)
    await warn(5)
    await restart()
    expect(t.floor.seatStatus(player)).toMatchObject({ status: true, machine_status: 'waiting' })
    await seconds(30)
    expect(told).toEqual([])
    expect(await sit()).toMatchObject({ game: { credit: 500 } })
    await t.pass(IDLE)
    expect(told).toEqual(['18802 10 none'])
  })

  test('a replayed request is no activity', async () => {
    await sit()
    const first = { requestId: id(), amount: 500 }
    const played = { requestId: id(), stake: 100 }
    await t.floor.load(player, '1', first)
    await t.floor.spin(player, '1', played)
    await t.pass(2500)
    for (let n = 0; n < 6; n += 1) {
      await t.pass(IDLE / 6)
      expect(await t.floor.load(player, '1', first)).toMatchObject({ ok: true })
      expect(await t.floor.spin(player, '1', played)).toMatchObject({ ok: true })
    }
    expect(told[0]).toBe('18802 10 none')
    await seconds(10)
    expect(t.floor.seatOf(player)).toBeUndefined()
  })

  // The end consists of some statements: free spins are played, the credit returns, the seat becomes free.
  const moments = Array.from({ length: 24 }, (_, after) => after)
  test.each(moments)('a crash %i statements into the end loses no money', async (after) => {
    await play(500)
    t.call('bonus')
    await spin()
    await t.pass(2500)
    await warn(9)
    t.call('win', 'lose')
    t.trouble.breakAfter(after, true)
    await t.pass(1000)
    await restart()
    t.call('win', 'lose')
    await t.pass(5 * 60_000)
    await t.pass(5 * 60_000)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await credit()).toBe(0)
    const { cash_in, cash_out, ended_at } = await visit()
    expect(ended_at).not.toBeNull()
    expect(await wallet()).toBe(10_000 - cash_in + cash_out)
    expect(cash_out).toBeGreaterThanOrEqual(400)
  })

  test.each(moments)('a database failure after %i statements is retried', async (after) => {
    await play(500)
    await warn(9)
    t.trouble.breakAfter(after, false)
    await t.pass(1000)
    t.trouble.mend()
    await t.pass(5000)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(10_000)
    expect(told.at(-1)).toBe('50100 leave')
    expect(await spin()).toMatchObject({ code: Code.sessionTerminated })
  })

  test('activity before a retry keeps the seat', async () => {
    await play(500)
    await warn(9)
    t.trouble.breakAfter(0, false)
    await t.pass(1000)
    t.trouble.mend()
    expect(await spin()).toMatchObject({ ok: true })
    await t.pass(5000)
    expect(t.floor.seatOf(player)).toBe('1')
    expect(told).not.toContain('50100 leave')
  })

  test('a stopping floor ends no visit', async () => {
    await play(500)
    await warn(9)
    const stopped = t.floor.stop()
    t.clock.advance(1000)
    await stopped
    expect(told).toEqual(countdown(18802))
    t = await createTestFloor(database.db, {}, t.clock)
    expect(t.floor.seatOf(player)).toBe('1')
  })
})
