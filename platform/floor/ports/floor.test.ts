import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { SessionPush } from '../../../src/contract/live.ts'
import { MAX_AMOUNT } from '../../../src/contract/money.ts'
import { seededRandom } from '../../games/random.ts'
import { balanceOf, creditOf, HOUSE, houseOf, jackpotOf, walletOf } from '../../ledger/ledger.ts'
import { refused } from '../../lib/result.ts'
import { transactionsOf } from '../../players/history.ts'
import { findSpin, spinsOf } from '../../players/spin-history.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'

const database = databaseOfFile()
let t: TestFloor
let player: string
let other: string
let request = 0

const id = () => `request-${++request}`
const wallet = async (playerId = player) => (await balanceOf(database.db, walletOf(playerId))).balance
const credit = async (machineId: string) => (await balanceOf(database.db, creditOf(machineId))).balance
const spin = (stake = 100, machine = '1', who = player) =>
  t.floor.spin(who, machine, { requestId: id(), stake })
const load = (amount: number, machine = '1', who = player) =>
  t.floor.load(who, machine, { requestId: id(), amount })
/** Takes machine 1 with a credit. */
const play = async (amount: number) => {
  await t.floor.sit(player, '1')
  await load(amount)
}
const cashOut = (machine = '1', who = player) => t.floor.cashOut(who, machine, id())
const state = async () => {
  const sat = await t.floor.sit(player, '1')
  return sat.ok ? sat.game : undefined
}

/** Kills the platform and starts another one. */
async function restart(over: Parameters<typeof createTestFloor>[1] = {}) {
  t.trouble.die()
  t = await createTestFloor(database.db, over, t.clock)
}

beforeEach(async () => {
  t = await createTestFloor(database.db)
  player = await createTestPlayer(database.db, 10_000)
  other = await createTestPlayer(database.db, 10_000)
})
afterEach(async () => {
  // Every player leaves, so that each test starts with an empty floor; and the books must balance after every
  // test.
  for (const who of [player, other]) {
    const machine = t.floor.seatOf(who)
    if (machine) await t.floor.hold(who, machine)
  }
  await t.pass(2500)
  await t.pass(10 * 60_000)
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
  expect(
    await database.db.selectFrom('machines').select('id').where('seat_player', 'is not', null).execute(),
  ).toEqual([])
})

describe('a visit', () => {
  test('sit, load, lose, win and cash out are exact to the cent', async () => {
    expect(await t.floor.sit(player, '1')).toMatchObject({
      ok: true,
      balance: 10_000,
      machine: { id: '1', name: 'one 01', brand: 'one', status: 'playing' },
      game: { phase: 'idle', credit: 0, stake: 100, win: 0, freeSpins: 0, spin: null },
      capabilities: { stakes: [100, 200, 500], transfer: true },
    })
    expect(await load(1000)).toMatchObject({ ok: true, balance: 9000, game: { credit: 1000 } })
    t.call('lose', 'win')
    const first = await spin(200)
    expect(first).toMatchObject({
      ok: true,
      game: { phase: 'spinning', credit: 800, stake: 200, win: 0, spin: { stake: 200, win: 0, free: false } },
    })
    await t.pass(2500)
    expect(await spin(200)).toMatchObject({ game: { phase: 'spinning', credit: 600, win: 0 } })
    await t.pass(2499)
    expect(await credit('1')).toBe(600)
    await t.pass(1)
    expect(await credit('1')).toBe(1600)
    expect(await state()).toMatchObject({ phase: 'idle', credit: 1600, win: 1000, spin: { win: 1000 } })
    expect((await state())?.spin?.wins).toEqual([{ symbol: 'high1', count: 3, line: 1, amount: 1000 }])
    expect(await cashOut()).toMatchObject({ ok: true, amount: 1600, balance: 10_600, game: { credit: 0 } })
    expect(await wallet()).toBe(10_600)
    const visits = await database.db
      .selectFrom('visits')
      .selectAll()
      .where('player_id', '=', Number(player))
      .execute()
    expect(visits).toMatchObject([{ cash_in: 1000, cash_out: 1600, spins: 2, free_spins: 0, ended_at: null }])
  })

  test('the video gets the drawn spin and the same amounts as the player', async () => {
    await play(500)
    t.call('win')
    const spun = await spin(100)
    expect(t.shown.spins.at(-1)).toMatchObject({ machineId: '1', stops: [1, 1, 1], free: false })
    expect(t.shown.spins.at(-1)?.spinId).toBe(spun.ok && spun.game.spin?.id)
    expect(t.shown.meters.get('1')).toMatchObject({ credit: 400, win: 0, stake: 100, freeSpins: 0 })
    await t.pass(2500)
    expect(t.shown.meters.get('1')).toMatchObject({ credit: 900, win: 500 })
  })

  test("stake and win move between the machine and the house's account of it", async () => {
    await play(1000)
    const accounts = () =>
      Promise.all([HOUSE, houseOf(1)].map(async (account) => (await balanceOf(database.db, account)).balance))
    const [own = 0, ofMachine = 0] = await accounts()
    t.call('win')
    await spin(100)
    expect(await accounts()).toEqual([own, ofMachine + 99])
    await t.pass(2500)
    expect(await accounts()).toEqual([own, ofMachine + 99 - 500])
  })

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "a spin does not wait for the lock of the house's account",
    () =>
      database.db.transaction().execute(async (trx) => {
        await play(1000)
        await trx.selectFrom('accounts').select('id').where('id', '=', HOUSE).forUpdate().execute()
        expect(await spin(100)).toMatchObject({ ok: true })
      }),
  )

  test('emits the outcome once, when the reels stop', async () => {
    await play(100)
    const told: unknown[] = []
    t.floor.events.on('game', (change) => told.push(change))
    await spin(100)
    expect(told).toEqual([])
    await t.pass(2500)
    expect(told).toMatchObject([{ machineId: '1', playerId: player, state: { phase: 'idle', credit: 0 } }])
  })

  test.each([
    [500, 'nine tenths of it', 0.9],
    [100, 'a fifth of that', 0.18],
  ])('a hundredth of a stake of %i feeds the jackpot; a hit pays %s', async (stake, _, part) => {
    await play(stake)
    const pool = (await balanceOf(database.db, jackpotOf(1))).balance
    t.call('jackpot')
    await spin(stake)
    const full = pool + stake / 100
    expect(t.floor.brands()[0]).toMatchObject({ jackpot: String(full) })
    await t.pass(2500)
    const paid = Math.floor(full * part)
    expect(await state()).toMatchObject({ credit: paid, win: paid, spin: { jackpot: paid, win: paid } })
    expect(t.floor.brands()[0]).toMatchObject({ jackpot: String(full - paid) })
    expect((await balanceOf(database.db, jackpotOf(1))).balance).toBe(full - paid)
  })
})

test('a new visit, here or elsewhere, begins no cycle anew', async () => {
  await restart({ minCycleMs: 5000 })
  await play(1000)
  await spin()
  await t.pass(2500)
  for (const machine of ['4', '1']) {
    expect(await t.floor.cancel(player, t.floor.seatOf(player) ?? '')).toMatchObject({ ok: true })
    await t.floor.sit(player, machine)
    await t.floor.load(player, machine, { requestId: id(), amount: 500 })
    const early = await t.floor.spin(player, machine, { requestId: id(), stake: 100 })
    expect(early).toEqual({ ok: false, code: Code.machineBusy })
  }
  await t.pass(2250)
  expect(await spin()).toMatchObject({ ok: true })
})

test('the floor has the limits that it is opened with', async () => {
  await t.floor.stop()
  const limits = { minLoad: 100, maxStake: 100, allowsEmptyWallet: async () => false }
  t = await createTestFloor(database.db, limits)
  const poor = await createTestPlayer(database.db, 0)
  expect(await t.floor.sit(poor, '1')).toEqual({ ok: false, code: Code.balanceTooLow })
  await t.floor.sit(player, '1')
  expect(await load(99)).toEqual({ ok: false, code: Code.amountTooLow, params: { amount: 100 } })
  await load(1000)
  expect(await spin(200)).toMatchObject({ ok: false, code: Code.stakeNotOffered })
  expect(await spin(100)).toMatchObject({ ok: true })
})

describe('refuses, without moving money,', () => {
  const untouched = async (what: Promise<unknown>, code: number) => {
    const before = await database.db.selectFrom('accounts').selectAll().orderBy('id').execute()
    expect(await what).toMatchObject({ ok: false, code })
    expect(await database.db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(before)
  }

  test.each([-1, 0, 0.5, Number.NaN, Infinity, MAX_AMOUNT + 1, 2 ** 60])('to load %s', async (amount) => {
    await t.floor.sit(player, '1')
    await untouched(load(amount), Code.invalidRequest)
  })

  test.each([150, -100, 0, 0.5, 1e12, Number.NaN])('a stake of %s, which is not offered', async (stake) => {
    await play(1000)
    await untouched(spin(stake), Code.stakeNotOffered)
  })

  test('a second cash-out, and one without credit', async () => {
    await t.floor.sit(player, '1')
    await untouched(cashOut(), Code.nothingToCashOut)
    await load(1000)
    const both = await Promise.all([cashOut(), cashOut()])
    expect(both).toMatchObject([
      { ok: true, amount: 1000 },
      { ok: false, code: Code.nothingToCashOut },
    ])
  })

  test("every command on another player's machine", async () => {
    await play(1000)
    await untouched(t.floor.sit(other, '1'), Code.machineTaken)
    await untouched(load(100, '1', other), Code.notSeated)
    await untouched(spin(100, '1', other), Code.notSeated)
    await untouched(cashOut('1', other), Code.notSeated)
    await untouched(t.floor.kick(other, '1'), Code.notSeated)
    await untouched(t.floor.cancel(other, '1'), Code.notSeated)
    await untouched(t.floor.hold(other, '1'), Code.notSeated)
    await untouched(t.floor.leave(other, '1'), Code.notSeated)
  })

  test('a second machine, also concurrently', async () => {
    const both = await Promise.all([t.floor.sit(player, '1'), t.floor.sit(player, '2')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const seat = t.floor.seatOf(player) ?? ''
    const another = seat === '1' ? '2' : '1'
    await untouched(t.floor.sit(player, another), Code.seatedElsewhere)
    expect(await t.floor.sit(player, another)).toMatchObject({ params: { machineId: seat } })
  })

  test.each(['99', '0', '-1', '1 or true', '__proto__', ''])(
    'a machine that is not there: %s',
    async (machine) => {
      await untouched(t.floor.sit(player, machine), Code.machineNotFound)
      await untouched(spin(100, machine), Code.machineNotFound)
    },
  )

  test('every command while the floor stops', async () => {
    await play(1000)
    await t.floor.stop()
    await untouched(spin(), Code.stopping)
    await untouched(load(1), Code.stopping)
    await untouched(cashOut(), Code.stopping)
    await untouched(t.floor.sit(other, '2'), Code.stopping)
    t = await createTestFloor(database.db)
  })
})

describe('a repeated request', () => {
  test('gets the stored answer and has no second effect: load, spin, cash-out', async () => {
    await t.floor.sit(player, '1')
    const loadId = { requestId: id(), amount: 1000 }
    const loaded = await t.floor.load(player, '1', loadId)
    const spinId = { requestId: id(), stake: 100 }
    const spun = await t.floor.spin(player, '1', spinId)
    expect(await t.floor.spin(player, '1', spinId)).toEqual(spun)
    await t.pass(2500)
    expect(await t.floor.spin(player, '1', spinId)).toEqual(spun)
    expect(await t.floor.load(player, '1', loadId)).toEqual(loaded)
    const outId = id()
    const out = await t.floor.cashOut(player, '1', outId)
    expect(await t.floor.cashOut(player, '1', outId)).toEqual(out)
    expect(await wallet()).toBe(9900)
    expect(t.shown.spins).toHaveLength(1)
    expect(t.problems).toEqual([])
  })

  test('is refused with another content', async () => {
    await t.floor.sit(player, '1')
    const requestId = id()
    await t.floor.load(player, '1', { requestId, amount: 100 })
    expect(await t.floor.load(player, '1', { requestId, amount: 101 })).toMatchObject({
      code: Code.requestIdReused,
    })
    expect(await t.floor.spin(player, '1', { requestId, stake: 100 })).toMatchObject({
      code: Code.requestIdReused,
    })
    expect(await t.floor.cashOut(player, '1', requestId)).toMatchObject({ code: Code.requestIdReused })
    expect(await wallet()).toBe(9900)
  })

  test("is independent of another player's with the same id", async () => {
    await t.floor.sit(player, '1')
    await t.floor.sit(other, '2')
    const asked = { requestId: 'same-name', amount: 100 }
    expect(await t.floor.load(player, '1', asked)).toMatchObject({ ok: true })
    expect(await t.floor.load(other, '2', asked)).toMatchObject({ ok: true, balance: 9900 })
  })
})

test('each spin is recalled with its stops and the credit before and after it', async () => {
  await play(2000)
  t.call('lose', 'win', 'bonus', 'win', 'lose', 'jackpot')
  for (let played = 0; played < 6; played += 1) {
    await spin(200)
    await t.pass(2500)
  }
  const { rows } = await spinsOf(database.db, player, { machineId: 1, limit: 10 })
  const spins = await Promise.all(
    rows.map(({ id }) => findSpin(database.db, player, { machineId: 1, id: Number(id) })),
  )
  const [lost, won, awarded, free, , jackpot] = spins.reverse()
  expect(lost).toMatchObject({ stake: 200, win: 0, creditBefore: 2000, creditAfter: 1800 })
  expect(won).toMatchObject({ win: 1000, creditBefore: 1800, creditAfter: 2600, drawn: { stops: [1, 1, 1] } })
  expect(awarded).toMatchObject({ freeAwarded: 2, creditBefore: 2600, creditAfter: 2400 })
  expect(free).toMatchObject({ free: true, win: 1000, creditBefore: 2400, creditAfter: 3400 })
  expect(jackpot?.creditAfter).toBe(3200 + (jackpot?.jackpot ?? 0))
  expect(await credit('1')).toBe(jackpot?.creditAfter)
  expect(await findSpin(database.db, other, { machineId: 1, id: Number(lost?.id) })).toBeUndefined()
})

describe('free spins', () => {
  const win = async () => {
    await play(1000)
    t.call('bonus')
    await spin(200)
    await t.pass(2500)
  }

  test('are kept for the player, cost nothing, and use the stake that won them', async () => {
    await win()
    expect(t.floor.change('1')).toMatchObject({ status: 'in-bonus' })
    expect(await state()).toMatchObject({ credit: 800, freeSpins: 2, stake: 200 })
    expect(await cashOut()).toMatchObject({ code: Code.bonusPending })
    expect(await t.floor.cancel(player, '1')).toMatchObject({ code: Code.bonusPending })
    t.call('win', 'lose')
    const pool = (await balanceOf(database.db, jackpotOf(1))).balance
    expect(await spin(100)).toMatchObject({
      game: { credit: 800, freeSpins: 1, stake: 200, spin: { free: true } },
    })
    await t.pass(2500)
    expect(await state()).toMatchObject({ credit: 1800, freeSpins: 1, win: 1000, bonusWin: 1000 })
    await spin(100)
    await t.pass(2500)
    expect(await state()).toMatchObject({ credit: 1800, freeSpins: 0, win: 0, bonusWin: 1000, stake: 200 })
    expect((await balanceOf(database.db, jackpotOf(1))).balance).toBe(pool)
    expect(t.floor.change('1')).toMatchObject({ status: 'playing' })
    expect(await cashOut()).toMatchObject({ amount: 1800 })
  })

  test('won during free spins are added', async () => {
    await win()
    t.call('bonus')
    await spin(100)
    await t.pass(2500)
    expect(await state()).toMatchObject({ freeSpins: 3 })
  })

  test('are played at the end of the hold, and the credit returns to the wallet', async () => {
    await win()
    await t.floor.hold(player, '1')
    expect(t.floor.change('1', player)).toMatchObject({ status: 'in-bonus', reservation: true })
    await t.pass(5 * 60_000 - 1)
    expect(t.floor.seatOf(player)).toBe('1')
    t.call('win', 'win')
    await t.pass(1)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(9000 + 800 + 2000)
    expect(t.problems).toEqual([])
  })
})

describe('a disconnected player', () => {
  test('resumes the held machine with its state', async () => {
    await play(1000)
    await t.floor.hold(player, '1')
    const reservedUntil = new Date(t.clock.now() + 5 * 60_000).toISOString()
    const kept = { id: '1', reservedUntil }
    expect(t.floor.change('1', player)).toEqual({ ...kept, status: 'waiting', reservation: true })
    expect(t.floor.change('1', other)).toEqual({ ...kept, status: 'reserved', reservation: false })
    const held = { status: true, id: '1', machine_status: 'waiting', credit: 1000, reservedUntil }
    expect(t.floor.seatStatus(player)).toMatchObject(held)
    await t.pass(4 * 60_000)
    expect(await t.floor.sit(player, '1')).toMatchObject({ ok: true, game: { credit: 1000 } })
    await t.pass(10 * 60_000)
    expect(t.floor.seatOf(player)).toBe('1')
  })

  test('sees the credit of the held machine change with the spin that ends meanwhile', async () => {
    await play(1000)
    t.call('win')
    await spin(100)
    expect(t.floor.seatStatus(player)).not.toHaveProperty('credit')
    const seats: SessionPush[] = []
    t.floor.events.on('seat', ({ seat }) => seats.push(seat))
    await t.floor.hold(player, '1')
    await t.pass(2500)
    expect(seats.map(({ credit }) => credit)).toEqual([900, 1400])
    await t.floor.cancel(player, '1')
    expect(seats.at(-1)).toEqual({ status: false, id: null, name: null, machine_status: null })
  })

  test('loses nothing during a spin', async () => {
    await play(100)
    t.call('win')
    await spin(100)
    expect(await t.floor.cancel(player, '1')).toMatchObject({ ok: false, code: Code.machineBusy })
    await t.floor.leave(player, '1')
    await t.pass(2500)
    expect(await credit('1')).toBe(500)
    await t.pass(5 * 60_000)
    expect(await wallet()).toBe(10_400)
    expect(t.floor.seatStatus(player)).toMatchObject({ status: false })
  })

  test('can cancel, and gets the credit back', async () => {
    await play(1000)
    const told: unknown[] = []
    t.floor.events.on('dismissed', (who) => told.push(who))
    expect(await t.floor.cancel(player, '1')).toEqual({ ok: true, amount: 1000 })
    expect(told).toMatchObject([
      { playerId: player, machineId: '1', info: { code: Code.takenOver, action: 'leave' } },
    ])
    expect(await t.floor.cancel(player, '1')).toMatchObject({ code: Code.notSeated })
    expect(await wallet()).toBe(10_000)
    const visit = await database.db
      .selectFrom('visits')
      .selectAll()
      .where('player_id', '=', Number(player))
      .executeTakeFirst()
    expect(visit).toMatchObject({ cash_in: 1000, cash_out: 1000 })
    expect(visit?.ended_at).not.toBeNull()
  })

  test('cancels in one piece: no command comes between the cash-out and the end', async () => {
    await play(1000)
    const [, ended] = await Promise.all([cashOut(), t.floor.cancel(player, '1')])
    expect([ended, t.floor.seatOf(player)]).toEqual([{ ok: true, amount: 0 }, undefined])
    await play(1000)
    const [cancelled, late] = await Promise.all([t.floor.cancel(player, '1'), load(500)])
    expect([cancelled, late]).toEqual([{ ok: true, amount: 1000 }, refused(Code.notSeated)])
  })

  const ends: [string, () => Promise<unknown>, string | null][] = [
    ['cashes out in the game', () => cashOut(), null],
    ['releases the held machine', () => t.floor.cancel(player, '1'), null],
    ['starts a pause', () => t.floor.suspend(player, new Date(t.clock.now() + 60_000).toISOString()), null],
    ['has left a kiosk at a game', () => t.floor.cashOut(player, '1', id(), true), 'automatic'],
    ['has left a kiosk with a held machine', () => t.floor.cancel(player, '1', true), 'automatic'],
    ['is banned', () => t.floor.expel(player), 'automatic'],
    ['does not come back', () => t.floor.hold(player, '1'), 'automatic'],
    ['has another page that does not come', () => t.floor.kick(player, '1'), 'automatic'],
  ]
  test.each(ends)('%s: the history says who has asked for the cash-out', async (_, end, tag) => {
    await play(1000)
    expect(await end()).toMatchObject({ ok: true })
    await t.pass(10 * 60_000)
    const { rows } = await transactionsOf(database.db, player, { limit: 1 })
    expect(rows).toMatchObject([{ action: 4, amount: 1000, from: 'machine', tag }])
  })

  test('cannot prolong a hold by kicks', async () => {
    await play(1000)
    await t.floor.kick(player, '1')
    for (let minute = 1; minute < 5; minute += 1) {
      await t.pass(60_000)
      expect(await t.floor.kick(player, '1')).toEqual({ ok: true, changed: false })
    }
    await t.pass(60_000)
    expect(t.floor.seatOf(player)).toBeUndefined()
  })
})

describe('after a restart', () => {
  test('a running spin is settled and paid at once', async () => {
    await play(100)
    t.call('win')
    await spin(100)
    expect(await credit('1')).toBe(0)
    await restart()
    expect(await credit('1')).toBe(500)
    expect(t.floor.change('1', player)).toMatchObject({ status: 'waiting' })
    expect(t.shown.spins.at(-1)).toMatchObject({ machineId: '1', stops: [1, 1, 1] })
    expect(await state()).toMatchObject({ phase: 'idle', credit: 500, win: 500, spin: { win: 500 } })
    expect(await spin(100)).toMatchObject({ ok: true })
  })

  test('stopping settles running spins and emits their outcomes', async () => {
    await play(100)
    t.call('win')
    await spin(100)
    const told: unknown[] = []
    t.floor.events.on('game', (change) => told.push(change))
    await t.floor.stop()
    expect(told).toMatchObject([{ state: { phase: 'idle', credit: 500, win: 500 } }])
    t = await createTestFloor(database.db)
  })

  test('a smaller floor keeps machines with credit', async () => {
    await t.floor.sit(player, '9')
    await load(100, '9')
    await restart({ machines: 3 })
    expect(t.floor.machines(player)?.machines.map((machine) => machine.id)).toEqual(['1', '2', '3', '9'])
  })
})

describe('a temporary database failure', () => {
  const moments = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((after) => [
    { outcome: 'win' as const, after, left: 1400 },
    { outcome: 'lose' as const, after, left: 900 },
  ])
  test.each(moments)('a spin to $outcome, after $after statements', async ({ outcome, after, left }) => {
    await play(1000)
    t.call(outcome, outcome)
    const asked = { requestId: id(), stake: 100 }
    t.trouble.breakAfter(after, false)
    const first = await t.floor.spin(player, '1', asked)
    if (!first.ok) expect(first.code).toBe(Code.serverError)
    await t.pass(2500)
    await t.pass(1000) // settles the spin that could not be settled
    t.trouble.mend()
    // The same request again: done once, whichever answer was lost.
    expect(await t.floor.spin(player, '1', asked)).toMatchObject({ ok: true })
    await t.pass(2500)
    expect(await state()).toMatchObject({ phase: 'idle', credit: left })
    expect(await cashOut()).toMatchObject({ amount: left })
  })

  test('a spin that is neither confirmed nor read again is settled after the outage of the database', async () => {
    await play(1000)
    t.call('win')
    const told: unknown[] = []
    t.floor.events.on('game', ({ state }) => told.push(state))
    t.trouble.breakAfter(0, true)
    expect(await spin(100)).toMatchObject({ code: Code.serverError })
    await t.pass(2500)
    t.trouble.mend()
    await t.pass(1000)
    await t.pass(1000)
    expect(told.at(-1)).toMatchObject({ phase: 'idle', credit: 1400, win: 500 })
  })

  test('a spin that could not be settled at the end of its visit is settled when the player returns', async () => {
    await restart({ holdMs: 1000 })
    await play(1000)
    t.call('win')
    await spin(100)
    await t.floor.hold(player, '1')
    t.trouble.die()
    await t.pass(1000)
    t.trouble.mend()
    expect(await state()).toMatchObject({ phase: 'spinning' })
    await t.pass(2500)
    await t.pass(1000)
    expect(await state()).toMatchObject({ phase: 'idle', credit: 1400 })
  })
})

describe('the queries', () => {
  test('list brands with their machines, as a player sees them', async () => {
    await t.floor.sit(player, '1')
    expect(t.floor.brands()).toMatchObject([
      { id: '1', name: 'one', brand: 'one', machineCount: 3 },
      { id: '2', machineCount: 3 },
      { id: '3', machineCount: 3 },
    ])
    const mine = t.floor.machines(player, '1')
    expect(mine?.name).toBe('one')
    expect(mine?.machines[0]).toMatchObject({
      id: '1',
      name: 'one 01',
      brand: 'one',
      minStake: 100,
      maxStake: 500,
      status: 'playing',
      reservation: true,
    })
    expect(t.floor.machines(other, '1')?.machines[0]).toMatchObject({ status: 'playing', reservation: false })
    expect(t.floor.machines(other)?.machines).toHaveLength(9)
    expect(t.floor.machines(player, '7')).toBeUndefined()
  })
})

test('simulated players change statuses and feed the jackpots, and the accounts balance', async () => {
  const lively = await createTestFloor(database.db, { machines: 60, simulate: true, random: seededRandom(7) })
  const told: string[] = []
  lively.floor.events.on('status', (machineId) => told.push(machineId))
  const house = (await balanceOf(database.db, HOUSE)).balance
  const before = lively.floor.machines(player)?.machines.filter(({ status }) => status !== 'available') ?? []
  expect(before.length).toBeGreaterThan(12)
  expect(before.length).toBeLessThan(25)
  const pools = lively.floor.brands().map(({ jackpot }) => Number(jackpot))
  for (let n = 0; n < 60; n += 1) await lively.pass(2000)
  expect(new Set(told).size).toBeGreaterThan(5)
  expect(lively.floor.brands().some(({ jackpot }, index) => Number(jackpot) > (pools[index] ?? 0))).toBe(true)
  expect((await balanceOf(database.db, HOUSE)).balance).toBeLessThan(house)
  const taken = lively.floor.machines(player)?.machines.find(({ status }) => status === 'playing')
  expect(await lively.floor.sit(player, taken?.id ?? '')).toMatchObject({ code: Code.machineTaken })
  await lively.floor.stop()
  expect(lively.problems).toEqual([])
})
