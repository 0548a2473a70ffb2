import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import {
  balanceOf,
  creditOf,
  HOUSE,
  idempotent,
  type Posting,
  playerRequestId,
  post,
  postWithin,
  walletOf,
} from './ledger.ts'

const Answer = v.object({ balance: v.number(), seq: v.number() })
const at = new Date('2026-01-01T00:00:00Z')
let database: TestDatabase
let request = 0

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

function move(from: string, to: string, amount: number, over: Partial<Posting> = {}) {
  request += 1
  const posting: Posting = {
    requestId: `request-${request}`,
    kind: 'cash-in',
    fingerprint: `${from} ${to} ${amount}`,
    entries: [
      { account: from, amount: -amount },
      { account: to, amount },
    ],
    at,
    ...over,
  }
  return post(database.db, posting, Answer, (after) => {
    const { balance, version } = after(to)
    return { balance, seq: version }
  })
}

test('moves money between accounts and records the remaining balances', async () => {
  expect(await move(HOUSE, walletOf(1), 500)).toEqual({
    ok: true,
    repeated: false,
    answer: { balance: 500, seq: 1 },
  })
  expect(await move(walletOf(1), creditOf(7), 200)).toMatchObject({ answer: { balance: 200, seq: 1 } })
  expect(await balanceOf(database.db, walletOf(1))).toEqual({ balance: 300, version: 2 })
  const rows = await database.db
    .selectFrom('entries')
    .select(['amount', 'balance_after'])
    .where('account_id', '=', walletOf(1))
    .orderBy('movement_id')
    .execute()
  expect(rows).toEqual([
    { amount: 500, balance_after: 500 },
    { amount: -200, balance_after: 300 },
  ])
})

test('refuses an overdraft with the code of the account, and writes nothing', async () => {
  const before = await database.db.selectFrom('movements').select('id').execute()
  expect(await move(walletOf(1), creditOf(7), 301)).toEqual({ ok: false, code: Code.balanceTooLow })
  expect(await move(creditOf(7), walletOf(1), 201)).toEqual({ ok: false, code: Code.creditTooLow })
  expect(await database.db.selectFrom('movements').select('id').execute()).toEqual(before)
})

test('answers a repeated request with the stored answer', async () => {
  const over = { requestId: playerRequestId('1', 'same-request') }
  const first = await move(HOUSE, walletOf(2), 50, over)
  await move(walletOf(2), HOUSE, 50)
  expect(await move(HOUSE, walletOf(2), 50, over)).toEqual({ ...first, repeated: true })
  expect(await balanceOf(database.db, walletOf(2))).toEqual({ balance: 0, version: 2 })
  expect(await move(HOUSE, walletOf(2), 51, over)).toEqual({ ok: false, code: Code.requestIdReused })
})

test('answers a repeated request with the stored answer even if it would be refused now', async () => {
  await move(HOUSE, walletOf(3), 10)
  const over = { requestId: 'empties-it' }
  const first = await move(walletOf(3), HOUSE, 10, over)
  expect(await move(walletOf(3), HOUSE, 10, over)).toEqual({ ...first, repeated: true })
})

test('moves money once for concurrent identical requests', async () => {
  const sent = Array.from({ length: 8 }, () => move(HOUSE, walletOf(4), 5, { requestId: 'at-once' }))
  const answers = await Promise.all(sent)
  expect(answers.filter((one) => one.ok && !one.repeated)).toHaveLength(1)
  expect(new Set(answers.map((one) => one.ok && one.answer.balance))).toEqual(new Set([5]))
  expect(await balanceOf(database.db, walletOf(4))).toEqual({ balance: 5, version: 1 })
})

test('concurrent opposite movements do not deadlock', async () => {
  await move(HOUSE, walletOf(5), 1000)
  await move(HOUSE, walletOf(6), 1000)
  const crossing = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? move(walletOf(5), walletOf(6), 3) : move(walletOf(6), walletOf(5), 3),
  )
  expect((await Promise.all(crossing)).every((one) => one.ok)).toBe(true)
  expect(await balanceOf(database.db, walletOf(5))).toEqual({ balance: 1000, version: 21 })
})

test('a failure before the commit writes nothing, and the request can be repeated', async () => {
  const posting: Posting = {
    requestId: 'crashes-once',
    kind: 'deposit',
    fingerprint: 'x',
    entries: [
      { account: HOUSE, amount: -9 },
      { account: walletOf(8), amount: 9 },
    ],
    at,
  }
  const command = (crash: boolean) =>
    idempotent(database.db, posting, v.object({}), async (trx) => {
      const posted = await postWithin(trx, posting, () => ({}))
      if (crash) throw new Error('crash')
      return posted
    })
  await expect(command(true)).rejects.toThrow('crash')
  expect(await balanceOf(database.db, walletOf(8))).toEqual({ balance: 0, version: 0 })
  expect(await command(false)).toMatchObject({ ok: true, repeated: false })
})

test('throws for unbalanced entries and non-integer amounts', async () => {
  const off = [
    { account: HOUSE, amount: -1 },
    { account: walletOf(1), amount: 2 },
  ]
  await expect(move(HOUSE, walletOf(1), 1, { entries: off })).rejects.toThrow(/1 off/)
  await expect(move(HOUSE, walletOf(1), 0.5)).rejects.toThrow(/not an amount/)
})

test('refuses a balance beyond the safe integers', async () => {
  await move(HOUSE, walletOf(9), Number.MAX_SAFE_INTEGER - 5000)
  expect(await move(walletOf(4), walletOf(9), 5)).toMatchObject({ ok: true })
  expect(await move(HOUSE, walletOf(9), 5000)).toEqual({ ok: false, code: Code.balanceTooHigh })
  await move(walletOf(9), HOUSE, Number.MAX_SAFE_INTEGER - 5000)
})
