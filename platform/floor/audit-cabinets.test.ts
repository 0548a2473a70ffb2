import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendChain } from '../ledger/chain.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { auditBooks, auditWithin } from './audit.ts'
import { createTestCabinet } from './cabinet/test-cabinet.ts'
import { createTestFloor, createTestPlayer } from './test-floor.ts'

/* The books of a cabinet, and what the audit finds in them when a row is changed without the platform. */

let database: TestDatabase
let transfer: string
let pending: string

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const brands = [{ id: 1, key: 'one', name: 'one', game: 'test', jackpotSeedCents: 0 }]
  const machines = [
    { id: 1, name: 'C1', brand: 1, stakes: undefined, driver: 'controller' as const, keyHash: '' },
  ]
  const t = await createTestFloor(db, { plan: { brands, machines } })
  const playerId = await createTestPlayer(db, 10_000)
  const cabinet = createTestCabinet('1')
  const connection = (await t.floor.connectController('1')) ?? 0
  let isAnswering = true
  const report = async (messages: ReturnType<typeof cabinet.greet>): Promise<void> => {
    for (const message of messages) {
      const result = await t.floor.onController('1', connection, message)
      if (result.ok) for (const command of result.answers) await report(cabinet.receive(command))
    }
  }
  t.floor.events.on('toController', ({ message }) => {
    if (isAnswering) void report(cabinet.receive(message))
  })
  await report(cabinet.greet())
  await t.floor.sit(playerId, '1')
  await t.floor.load(playerId, '1', { requestId: 'load', amount: 3000 })
  await report(cabinet.play(700))
  await report([{ type: 'handpay', id: 'h1', cents: 5000 }])
  await report([{ type: 'handpay-done', id: 'h1', to: 'attendant' }])
  isAnswering = false
  const loading = t.floor.load(playerId, '1', { requestId: 'second', amount: 1000 })
  await t.floor.idle()
  t.clock.advance(5000)
  await loading
  await t.floor.stop()
  const rows = await db.selectFrom('transfers').select(['id', 'state']).execute()
  transfer = rows.find(({ state }) => state === 'done')?.id ?? ''
  pending = rows.find(({ state }) => state === 'pending')?.id ?? ''
  await extendChain(db)
}, 60_000)
afterAll(() => database.drop())

test('the books are right, and what is open is named', async () => {
  const { problems, open } = await auditBooks(database.db)
  expect(problems).toEqual([])
  expect(open).toEqual([
    expect.stringMatching(/^machine 1: a load of 1000 of player \d+ is in transit, [\da-f-]{36}$/),
    'machine 1: 5000 is in suspense, 0 of it on the cabinet',
  ])
})

class Undo extends Error {}

async function problemsOf(statement: string): Promise<readonly string[]> {
  let problems: readonly string[] = []
  const undone = database.db.transaction().execute(async (trx) => {
    await sql.raw('set local session_replication_role = replica').execute(trx)
    const { numAffectedRows } = await sql.raw(statement).execute(trx)
    if (numAffectedRows === 0n) throw new Error(`no row: ${statement}`)
    await sql.raw('set local session_replication_role = origin').execute(trx)
    problems = (await auditWithin(trx)).problems
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  return problems
}

const GAME = 'game 1 of machine 1'
const HAND_PAY = 'hand pay h1 of machine 1'
test.each<[statement: () => string, names: string]>([
  [() => 'update cabinet_games set number = 7', 'game 7 of machine 1'],
  [() => 'update cabinet_games set stake = 50', GAME],
  [() => 'update cabinet_games set win = win + 1', GAME],
  [() => 'update cabinet_games set player_id = player_id + 1', GAME],
  [() => 'update cabinet_games set visit_id = null', 'counts 1 spins, there are 0'],
  [() => 'update visits set spins = 5', 'counts 5 spins, there are 1'],
  [() => 'delete from cabinet_games', 'is a game that no cabinet reported'],
  [
    () => `insert into cabinet_games (machine_id, number, stake, win, credit, played_at, created_at)
      values (1, 2, 1, 1, 1, now(), now())`,
    'game 2 of machine 1',
  ],
  [() => `update transfers set cents = 1 where id = '${transfer}'`, transferName('transfer')],
  [() => `update transfers set state = 'refused' where id = '${transfer}'`, transferName('transfer')],
  [() => `update transfers set state = 'settled' where id = '${transfer}'`, transferName('transfer')],
  [() => `delete from transfers where id = '${transfer}'`, 'is of a transfer that is missing'],
  [() => `update transfers set state = 'done' where id = '${pending}'`, transferName('pending')],
  [() => `update transfers set state = 'unknown' where id = '${pending}'`, transferName('pending')],
  [() => `update transfers set cents = 900 where id = '${pending}'`, transferName('pending')],
  [() => `delete from transfers where id = '${pending}'`, 'machine 1 has 1000 in transit'],
  [() => `update hand_pays set cents = 1`, HAND_PAY],
  [() => `update hand_pays set state = 'waiting'`, HAND_PAY],
  [() => `delete from hand_pays`, 'is a hand pay that is missing'],
  [() => 'update cabinets set extra = 9000', 'machine 1 has 9000 that nobody loaded'],
  [() => 'update cabinets set last_game = 0', 'machine 1 has booked game 1'],
  [() => `update accounts set balance = balance + 1 where id = 'transit:1'`, 'transit:1'],
])('%s', async (statement, names) => {
  const text = names.replace('<transfer>', transfer).replace('<pending>', pending)
  expect((await problemsOf(statement())).join('; ')).toContain(text)
})

function transferName(which: 'transfer' | 'pending'): string {
  return `transfer <${which}>`
}

test.each([
  'update cabinet_games set win = 1',
  'delete from cabinet_games',
  `update transfers set state = 'refused' where state = 'done'`,
  `update transfers set cents = 1 where state = 'pending'`,
  'delete from transfers',
  'update hand_pays set cents = 1',
  'delete from hand_pays',
  'delete from cabinets',
])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('the books are append-only')
})
