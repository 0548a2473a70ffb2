import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, creditOf, walletOf } from '../../ledger/ledger.ts'
import { fakeClock } from '../../lib/clock.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'
import { HOLD_MS } from './floor.ts'

/* A process dies, and another one takes its machines: what continues there, to the second. */

const IDLE_MS = 60_000
const SPIN_MS = 2500
const database = databaseOfFile()
let owner: TestFloor
let next: TestFloor
let player: string
/** The messages to the player's page at machine 1: code, seconds or action. */
let infos: string[]
let current: TestFloor
let request = 0

const requestId = () => `takeover-${++request}`
const spin = ({ floor }: TestFloor) => floor.spin(player, '1', { requestId: requestId(), stake: 100 })
const load = ({ floor }: TestFloor, amount: number) =>
  floor.load(player, '1', { requestId: requestId(), amount })
/** Takes machine 1 with a credit of 10.00. */
const play = async () => {
  await owner.floor.sit(player, '1')
  await load(owner, 1000)
}
const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance
const warnings = (from: number, to = 1, code = 18802) =>
  Array.from({ length: from - to + 1 }, (_, n) => `${code} ${from - n} none`)
const END = ['18801 none', '50100 leave']

async function seconds(at: TestFloor, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await at.pass(1000)
}

/** Moves all machines to another owner. */
async function claim(to: TestFloor): Promise<void> {
  current = to
  const rows = await database.db
    .updateTable('machines')
    .set((row) => ({ epoch: row('epoch', '+', 1) }))
    .returning(['id', 'epoch'])
    .execute()
  await to.floor.adopt(new Map(rows.map(({ id, epoch }) => [String(id), epoch])))
}

/** The owner dies; after the lease the next one owns its machines. */
async function takeOver(): Promise<void> {
  owner.trouble.die()
  await next.pass(3000)
  await claim(next)
}

async function createOwner(): Promise<TestFloor> {
  const created = await createTestFloor(database.db, { shared: true, idleMs: IDLE_MS }, owner?.clock)
  const record = ({ info }: { info: { code: number; params?: { seconds?: number }; action: string } }) => {
    // A dead process sends nothing, although its clock runs here.
    if (created !== current) return
    const parts = [info.code, info.params?.seconds, info.action]
    infos.push(parts.filter((part) => part !== undefined).join(' '))
  }
  created.floor.events.on('info', record).on('dismissed', record)
  return created
}

beforeEach(async () => {
  infos = []
  owner = await createTestFloor(database.db, { machines: 1 }, fakeClock())
  player = await createTestPlayer(database.db, 10_000)
  owner = await createOwner()
  next = await createOwner()
  await claim(owner)
})
afterEach(async () => {
  for (let n = 0; n < 3; n += 1) await next.pass(10 * 60_000)
  expect(next.floor.seatOf(player)).toBeUndefined()
  expect(await balanceOf(database.db, creditOf('1'))).toMatchObject({ balance: 0 })
  await next.floor.stop()
  expect(await audit(database.db)).toEqual([])
})

test('after a takeover a held seat ends at its original time, and its credit returns to the wallet', async () => {
  await play()
  await owner.floor.hold(player, '1')
  const until = owner.floor.change('1')?.reservedUntil
  await owner.pass(120_000)
  await takeOver()
  expect(next.floor.change('1', player)).toMatchObject({ status: 'waiting', reservedUntil: until })
  await next.pass(HOLD_MS - 123_000 - 1)
  expect(next.floor.seatOf(player)).toBe('1')
  await next.pass(1)
  expect(next.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(10_000)
})

test('a page does not resume the seat that a newer page of its player has taken', async () => {
  const seated = await owner.floor.sit(player, '1')
  const old = seated.ok ? seated.presence : 0
  await takeOver()
  const newer = await next.floor.sit(player, '1')
  expect(await next.floor.resume(player, '1', undefined, old)).toMatchObject({ code: Code.takenOver })
  expect(next.floor.change('1', player)).toMatchObject({ status: 'playing' })
  // The end of the newer page still counts.
  await next.floor.hold(player, '1', newer.ok ? newer.presence : 0)
  expect(next.floor.change('1', player)).toMatchObject({ status: 'waiting' })
  // A held seat has no page that could lose it.
  expect(await next.floor.resume(player, '1', undefined, old)).toMatchObject({ ok: true })
  // Its answer was lost.
  expect(await next.floor.resume(player, '1', undefined, old)).toMatchObject({ ok: true })
})

test('after a takeover a page that a later one of its process replaced gives way to that one', async () => {
  const [first, second] = [await owner.floor.sit(player, '1'), await owner.floor.sit(player, '1')]
  const presences = [first, second].map((seated) => (seated.ok ? seated.presence : 0))
  await takeOver()
  for (const presence of presences)
    expect(await next.floor.resume(player, '1', undefined, presence)).toMatchObject({ ok: true })
  expect(await next.floor.resume(player, '1', undefined, presences[0])).toMatchObject({
    code: Code.takenOver,
  })
})

test('after a takeover a seat without a connection is held, also after a database failure', async () => {
  await play()
  owner.call('win')
  await spin(owner)
  owner.trouble.die()
  await next.pass(1000)
  await claim(next)
  next.trouble.breakAfter(0, false)
  await next.pass(SPIN_MS)
  expect(next.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  await next.pass(HOLD_MS)
  expect(next.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(10_000 - 100 + 500)
})

test('a takeover keeps the remaining free spins, their stake and what they have won', async () => {
  await play()
  owner.call('bonus', 'win')
  await spin(owner)
  await owner.pass(SPIN_MS)
  expect(await spin(owner)).toMatchObject({ ok: true, game: { freeSpins: 1, credit: 900 } })
  owner.trouble.die()
  await next.pass(1000)
  await claim(next)
  expect(await next.floor.resume(player, '1')).toMatchObject({ ok: true })
  // The reels of the free spin stop at their original time, and only once.
  await next.pass(SPIN_MS - 1000)
  const rows = await database.db
    .selectFrom('spins')
    .select(['free', 'win', 'settled_at'])
    .where('player_id', '=', Number(player))
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { free: false, win: 0 },
    { free: true, win: 500, settled_at: new Date(next.clock.now()) },
  ])
  next.call('win')
  expect(await spin(next)).toMatchObject({
    ok: true,
    game: { freeSpins: 0, bonusWin: 500, credit: 1400, spin: { free: true, stake: 100 } },
  })
  await next.pass(SPIN_MS)
  expect(await next.floor.sit(player, '1')).toMatchObject({ game: { credit: 1900, bonusWin: 1000 } })
})

test('a takeover does not restart the idle time', async () => {
  await play()
  await owner.pass(SPIN_MS)
  await spin(owner)
  await owner.pass(SPIN_MS + IDLE_MS - 5000)
  await takeOver()
  await next.floor.resume(player, '1')
  await next.pass(1999)
  expect(infos).toEqual([])
  await next.pass(1)
  await seconds(next, 10)
  expect(infos).toEqual([...warnings(10), ...END])
  expect(await wallet()).toBe(9900)
})

// The process of its sockets died too: the page reconnects by itself, which is no activity of the player.
const returns = {
  'whose socket outlived it': (at: TestFloor) => at.floor.resume(player, '1'),
  'that comes back by itself': (at: TestFloor) => at.floor.sit(player, '1'),
}
test.each(Object.entries(returns))('the idle warning continues for a page %s', async (_, comeBack) => {
  await play()
  await owner.pass(IDLE_MS)
  await seconds(owner, 2)
  await takeOver()
  infos.length = 0
  expect(await comeBack(next)).toMatchObject({ ok: true })
  await seconds(next, 5)
  expect(infos).toEqual([...warnings(5), ...END])
  expect(await wallet()).toBe(10_000)
})

test('an idle warning without a player or an owner starts again at ten seconds', async () => {
  await play()
  await owner.pass(IDLE_MS)
  await seconds(owner, 6)
  await takeOver()
  infos.length = 0
  await next.floor.resume(player, '1')
  await seconds(next, 10)
  expect(infos).toEqual([...warnings(10), ...END])
})

test('a page that plays on is not held if its process only seemed to be gone', async () => {
  await owner.floor.sit(player, '1', 'away')
  await load(owner, 5000)
  await owner.floor.holdAbandoned((node) => node !== 'away')
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  expect(await spin(owner)).toMatchObject({ ok: true })
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'playing' })
  // The idle time counts again, and a restart finds no hold.
  await owner.pass(SPIN_MS)
  await owner.pass(IDLE_MS)
  expect(infos).toEqual(warnings(10, 10))
  await takeOver()
  expect(next.floor.change('1')?.reservedUntil).toBe(new Date(next.clock.now() + HOLD_MS).toISOString())
})

test('no command ends the hold of a page that has disconnected', async () => {
  await owner.floor.sit(player, '1', 'away')
  await load(owner, 1000)
  await owner.floor.holdAbandoned((node) => node !== 'away')
  await owner.floor.hold(player, '1')
  // A command that the page sent just before.
  expect(await spin(owner)).toMatchObject({ ok: true })
  await owner.pass(SPIN_MS)
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  await owner.pass(HOLD_MS)
  expect(owner.floor.seatOf(player)).toBeUndefined()
  await claim(next)
})

test('a page that its new owner does not know yet keeps its seat while it plays, and no longer', async () => {
  await owner.floor.sit(player, '1', 'away')
  await load(owner, 5000)
  await takeOver()
  for (let n = 0; n < 3; n += 1) {
    await next.pass(HOLD_MS - 2 * SPIN_MS)
    expect(await spin(next)).toMatchObject({ ok: true })
    await next.pass(SPIN_MS)
  }
  await next.pass(HOLD_MS)
  expect(next.floor.seatOf(player)).toBeUndefined()
  expect(await wallet()).toBe(10_000 - 3 * 100)
})

test('the countdown continues if only the process that holds the socket dies', async () => {
  await owner.floor.sit(player, '1', 'dead')
  await load(owner, 1000)
  await owner.pass(IDLE_MS)
  await seconds(owner, 3)
  await owner.floor.holdAbandoned((node) => node !== 'dead')
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  infos.length = 0
  expect(await owner.floor.sit(player, '1', 'alive')).toMatchObject({ ok: true })
  await seconds(owner, 7)
  expect(infos).toEqual([...warnings(7), ...END])
  await claim(next)
})
