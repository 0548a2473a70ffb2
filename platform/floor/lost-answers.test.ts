import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { HOLD_MS } from './ports/floor.ts'

/*
 * A page ends while a statement, or its answer, is lost: the seat ends all the same, and its credit returns
 * to the wallet, although no page and no operator repeats the command.
 */

const database = databaseOfFile()
let t: TestFloor
let player: string
let other: string

const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance

beforeEach(async () => {
  t = await createTestFloor(database.db)
  player = await createTestPlayer(database.db, 10_000)
  other = await createTestPlayer(database.db, 10_000)
})
afterEach(async () => {
  // A new process holds every seat, so that each test starts with an empty floor.
  t.trouble.die()
  t = await createTestFloor(database.db, {}, t.clock)
  await t.floor.setFault('1', undefined)
  await t.pass(HOLD_MS)
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
})

async function sit(): Promise<void> {
  expect(await t.floor.sit(player, '1', 'node')).toMatchObject({ ok: true })
}

async function play(): Promise<void> {
  await sit()
  await t.floor.load(player, '1', { requestId: `load:${player}`, amount: 5000 })
}

/** After a hold, also one that starts again, the seat is free and the credit is back. */
async function expectEnd(): Promise<void> {
  for (const ms of [1000, HOLD_MS, 5000, 5000]) await t.pass(ms)
  expect(t.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(10_000)
  await t.floor.setFault('1', undefined)
  expect(await t.floor.sit(other, '1')).toMatchObject({ ok: true })
}

type End = readonly [string, (floor: TestFloor['floor']) => Promise<unknown>]
const ENDS: readonly End[] = [
  ['hold', (floor) => floor.hold(player, '1')],
  ['leave', (floor) => floor.leave(player, '1')],
  ['kick', (floor) => floor.kick(player, '1')],
  ['quit', (floor) => floor.quit('1', 'text')],
  ['expel', (floor) => floor.expel(player)],
  ['suspend', (floor) => floor.suspend(player, '2030-01-01T00:00:00Z')],
  ['holdAbandoned', (floor) => floor.holdAbandoned(() => false)],
]

describe.each(ENDS)('%s', (_, end) => {
  test('holds the seat while the database is away', async () => {
    await play()
    t.trouble.die()
    await end(t.floor)
    for (let n = 0; n < 8; n += 1) await t.pass(HOLD_MS)
    expect(t.floor.seatOf(player)).toBe('1')
    t.trouble.mend()
    await expectEnd()
  })

  test('holds the seat when the answer of its statement is lost', async () => {
    await play()
    t.trouble.breakAfter(0, false)
    await end(t.floor)
    expect(t.floor.change('1')).toMatchObject({ status: 'reserved' })
    await expectEnd()
  })
})

test.each([0, 1, 2])('leave frees an empty machine, although answer %i is lost', async (lost) => {
  await sit()
  t.trouble.breakAfter(lost, false)
  await t.floor.leave(player, '1')
  await expectEnd()
})

test('leave holds an empty machine while the database is away', async () => {
  await sit()
  t.trouble.die()
  expect(await t.floor.leave(player, '1')).toMatchObject({ ok: false })
  t.trouble.mend()
  expect(t.floor.change('1')).toMatchObject({ status: 'reserved' })
  await expectEnd()
})

test('a repeated kick reports that it held the seat, where the answer to the hold is lost', async () => {
  await sit()
  t.trouble.breakAfter(0, false)
  expect(await t.floor.kick(player, '1')).toMatchObject({ ok: false })
  expect(await t.floor.kick(player, '1')).toEqual({ ok: true, changed: true })
  expect(await t.floor.kick(player, '1')).toEqual({ ok: true, changed: false })
  expect(await t.floor.sit(player, '1')).toMatchObject({ ok: true })
  await t.floor.hold(player, '1')
  expect(await t.floor.kick(player, '1')).toEqual({ ok: true, changed: false })
  await expectEnd()
})

test.each(['hold', 'leave'] as const)(
  'a repeated %s that fails too counts from the first one',
  async (end) => {
    await sit()
    t.trouble.die()
    const ended = () => t.floor[end](player, '1')
    expect(await ended()).toMatchObject({ ok: false })
    const { reservedUntil } = t.floor.change('1') ?? {}
    let news = 0
    t.floor.events.on('status', () => {
      news += 1
    })
    await t.pass(10_000)
    expect(await ended()).toMatchObject({ ok: false })
    expect([t.floor.change('1')?.reservedUntil, news]).toEqual([reservedUntil, 0])
    t.trouble.mend()
    await t.pass(HOLD_MS - 10_000)
    expect(t.floor.seatOf(player)).toBeUndefined()
  },
)

test('setFault holds the seat when the answer to the hold is lost', async () => {
  await play()
  t.trouble.breakAfter(1, false)
  await t.floor.setFault('1', 'error')
  await expectEnd()
})

test('beginIdleClose ends a held seat, although an answer is lost', async () => {
  await play()
  await t.floor.hold(player, '1')
  t.trouble.breakAfter(0, false)
  await t.floor.beginIdleClose('1')
  await t.pass(10_000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  await expectEnd()
})

test('a failed beginIdleClose leaves the idle time as it was', async () => {
  await t.floor.stop()
  t = await createTestFloor(database.db, { idleMs: 60_000 })
  await play()
  t.trouble.die()
  await t.floor.beginIdleClose('1')
  t.trouble.mend()
  for (let n = 0; n < 75; n += 1) await t.pass(1000)
  expect(t.floor.seatOf(player)).toBeUndefined()
  await expectEnd()
})

test('a player who comes back to a hold that was not stored plays on', async () => {
  await play()
  t.trouble.die()
  await t.floor.hold(player, '1')
  t.trouble.mend()
  expect(await t.floor.sit(player, '1')).toMatchObject({ ok: true, game: { credit: 5000 } })
  await t.pass(HOLD_MS)
  await t.pass(HOLD_MS)
  expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'playing' })
  await t.floor.hold(player, '1')
  await expectEnd()
})

test('a seat that was taken without an answer ends with a hold', async () => {
  t.trouble.loseCommit()
  expect(await t.floor.sit(player, '1')).toMatchObject({ ok: false })
  expect(t.floor.seatOf(player)).toBe('1')
  await expectEnd()
})

test('a player who comes back to a seat that was taken without an answer plays on', async () => {
  t.trouble.loseCommit()
  expect(await t.floor.sit(player, '1')).toMatchObject({ ok: false })
  await sit()
  await t.pass(HOLD_MS)
  await t.pass(HOLD_MS)
  expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'playing' })
  await t.floor.hold(player, '1')
  await expectEnd()
})

test('a return to a held seat whose answer is lost does not keep the seat', async () => {
  await play()
  await t.floor.hold(player, '1')
  const heldUntil = () => database.db.selectFrom('machines').select('held_until').where('id', '=', 1)
  for (let answer = 0; (await heldUntil().executeTakeFirst())?.held_until; answer += 1) {
    t.trouble.breakAfter(answer, false)
    expect(await t.floor.sit(player, '1')).toMatchObject({ ok: false })
  }
  await expectEnd()
})

test('the hold in memory ends when the stored one does, however long the statement takes', async () => {
  await sit()
  let ms = t.clock.now()
  const now = vi.spyOn(t.clock, 'now').mockImplementation(() => ms++)
  await t.floor.hold(player, '1')
  now.mockRestore()
  const row = await database.db.selectFrom('machines').select('held_until').where('id', '=', 1).execute()
  expect(row).toEqual([{ held_until: new Date(t.floor.change('1')?.reservedUntil ?? 0) }])
  await expectEnd()
})
