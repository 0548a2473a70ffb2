import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { creditOf, HOUSE, type Posting, post, walletOf } from '../ledger/ledger.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { transactionsOf, visitsOf } from './history.ts'

const at = new Date('2026-11-20T12:00:00Z')
const LIGHT = 810
const HUNDRED = 811
const database = databaseOfFile()
let playerId: string
let otherId: string

async function addPlayer(username: string): Promise<string> {
  const { id } = await database.db
    .insertInto('players')
    .values({ username, username_key: username, password_hash: 'x', pin_hash: 'x', permissions: '[145]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

let request = 0
/** Moves cents from the house to the wallet, or between the wallet and a machine. */
async function move(
  who: string,
  kind: Posting['kind'],
  amount: number,
  machine?: number,
  requestId = `history-${++request}`,
) {
  const other = machine === undefined ? HOUSE : creditOf(machine)
  const entries = [
    { account: walletOf(who), amount },
    { account: other, amount: -amount },
  ]
  const machineId = machine === undefined ? {} : { machineId: String(machine) }
  const posting: Posting = {
    requestId,
    kind,
    fingerprint: requestId,
    playerId: who,
    ...machineId,
    entries,
    at,
  }
  expect(await post(database.db, posting, v.object({}), () => ({}))).toMatchObject({ ok: true })
}

beforeAll(async () => {
  const { db } = database
  ;[playerId, otherId] = [await addPlayer('deniz'), await addPlayer('emine')]
  await db.insertInto('brands').values({ id: 81, name: 'Nar', key: 'nar', game: 'x' }).execute()
  const names = [
    [LIGHT, 'IŞIK Çınarı 12'],
    [HUNDRED, 'Bosfor 100%'],
  ] as const
  await db
    .insertInto('machines')
    .values(names.map(([id, name]) => ({ id, brand_id: 81, name })))
    .execute()
  const visit = (machine_id: number, who: string) => ({ player_id: Number(who), machine_id, started_at: at })
  await db
    .insertInto('visits')
    .values([visit(LIGHT, playerId), visit(HUNDRED, playerId), visit(LIGHT, otherId)])
    .execute()
  await move(playerId, 'deposit', 10_000)
  await move(otherId, 'deposit', 10_000)
  await move(playerId, 'cash-in', -500, LIGHT)
  await move(otherId, 'cash-in', -900, LIGHT)
  await move(playerId, 'cash-in', -700, HUNDRED)
  await move(playerId, 'cash-out', 300, LIGHT)
}, 60_000)

const amounts = async (search: string, more: { limit?: number; cursor?: number } = {}) => {
  const { rows, cursor } = await transactionsOf(database.db, playerId, { limit: 50, search, ...more })
  return { amounts: rows.map(({ amount }) => amount), cursor }
}
const machines = async (search: string) =>
  (await visitsOf(database.db, playerId, { limit: 50, search }, Number(at))).rows.map(
    ({ machine }) => machine,
  )

test('without a search every wallet movement is listed, newest first', async () => {
  expect(await amounts('')).toEqual({ amounts: [300, -700, -500, 10_000], cursor: null })
})

test.each(['ışık', 'IŞIK', 'isik', 'İŞİK', 'cinari', 'ÇINARI', 'k ç', ' 12 '])(
  'with the app\'s normalization of letters "%s" finds the machine in both lists',
  async (text) => {
    expect((await amounts(text)).amounts).toEqual([300, -500])
    expect(await machines(text)).toEqual(['IŞIK Çınarı 12'])
  },
)

test('pattern characters are literal', async () => {
  expect((await amounts('%')).amounts).toEqual([-700])
  expect((await amounts('100%')).amounts).toEqual([-700])
  for (const text of ['a_', '\\', "'", '.*']) expect((await amounts(text)).amounts).toEqual([])
  expect(await machines('%')).toEqual(['Bosfor 100%'])
})

test('a search without matches is empty, and excludes movements without a machine', async () => {
  expect(await amounts('yok')).toEqual({ amounts: [], cursor: null })
  expect(await machines('yok')).toEqual([])
})

test('results are paged, and the next page uses the same search', async () => {
  const first = await amounts('ışık', { limit: 1 })
  expect(first.amounts).toEqual([300])
  const rest = await amounts('ışık', { limit: 1, cursor: Number(first.cursor) })
  expect(rest).toEqual({ amounts: [-500], cursor: null })
})

test('each movement names its origin; claims and returns of credit are tagged', async () => {
  const who = await addPlayer('selin')
  const words = async () =>
    (await transactionsOf(database.db, who, { limit: 50 })).rows.map(({ from, tag }) => [from, tag])
  await move(who, 'deposit', 10_000)
  await move(who, 'withdraw', -1000)
  await move(who, 'discount', 500)
  await move(who, 'bonus', 500)
  await move(who, 'cash-in', -700, LIGHT)
  await move(who, 'cash-out', 200, LIGHT)
  expect(await words()).toEqual([
    ['machine', null],
    ['wallet', null],
    ['operator', 'bonus'],
    ['operator', 'discount'],
    ['wallet', null],
    ['operator', null],
  ])
  await move(who, 'cash-out', 300, LIGHT, 'visit:7:12')
  expect((await words())[0]).toEqual(['machine', 'automatic'])
})

test("a visit's origin is its brand, and a settled jackpot is tagged", async () => {
  const { db } = database
  const who = await addPlayer('tuna')
  const { id } = await db
    .insertInto('visits')
    .values({ player_id: Number(who), machine_id: LIGHT, started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const words = async () =>
    (await visitsOf(db, who, { limit: 50 }, Number(at))).rows.map(({ from, tag }) => [from, tag])
  const spin = { machine_id: LIGHT, player_id: Number(who), visit_id: id, game: 'x', stake: 100, win: 0 }
  const drawn = { free: false, stops: '[]', wins: '[]', free_awarded: 0 }
  await db
    .insertInto('spins')
    .values({ ...spin, ...drawn, request_id: 'plain', jackpot_hit: false, settled_at: at })
    .execute()
  await db
    .insertInto('spins')
    .values({ ...spin, ...drawn, request_id: 'hit', jackpot_hit: true, settled_at: null })
    .execute()
  expect(await words()).toEqual([['Nar', null]])
  await db.updateTable('spins').set({ settled_at: at }).where('request_id', '=', 'hit').execute()
  expect(await words()).toEqual([['Nar', 'jackpot']])
})
