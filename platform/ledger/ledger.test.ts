import { sql } from 'kysely'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import {
  balanceOf,
  creditOf,
  HOUSE,
  idempotent,
  lockAccounts,
  type Posting,
  playerRequestId,
  post,
  postWithChange,
  postWithin,
  walletOf,
} from './ledger.ts'

const Answer = v.object({ balance: v.number(), seq: v.number() })
const at = new Date('2026-01-01T00:00:00Z')
const database = databaseOfFile()
let request = 0

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

describe('a movement with a change', () => {
  const postWith = (change: string, amount: number, account: string, requestId: string) =>
    postWithChange(
      database.db,
      sql`change as (update changes set done = done + 1 where id = ${change} returning id)`,
      {
        requestId,
        kind: 'deposit',
        fingerprint: 'x',
        entries: [
          { account: HOUSE, amount: -amount },
          { account, amount },
        ],
        at,
      },
      sql`jsonb_build_object('change', change.id)`,
    )
  const done = async () =>
    (await sql<{ done: number }>`select done from changes`.execute(database.db)).rows[0]?.done

  beforeAll(async () => {
    await sql`create table changes (id bigint, done integer)`.execute(database.db)
    await sql`insert into changes values (7, 0)`.execute(database.db)
    await move(HOUSE, walletOf(20), 50)
  })

  test('both happen, and the answer may use the change', async () => {
    const posted = await postWith('7', 30, walletOf(20), 'with-change')
    expect([posted?.id, posted?.after(walletOf(20))]).toEqual(['7', { balance: 80, version: 2 }])
    const { answer } = await database.db
      .selectFrom('movements')
      .select('answer')
      .where('request_id', '=', 'with-change')
      .executeTakeFirstOrThrow()
    expect(answer).toEqual({ change: 7 })
    expect(await done()).toBe(1)
  })

  test('neither happens without the change, or where an account is missing, is not covered, or has this request', async () => {
    expect(await postWith('8', 30, walletOf(20), 'no-change')).toBeUndefined()
    await expect(postWith('7', 30, walletOf(404), 'no-account')).rejects.toThrow(/balance_after/)
    await expect(postWith('7', -81, walletOf(20), 'overdraft')).rejects.toThrow(/accounts_not_negative/)
    await expect(postWith('7', 1, walletOf(20), 'with-change')).rejects.toThrow(/movements_request_id/)
    expect(await balanceOf(database.db, walletOf(20))).toEqual({ balance: 80, version: 2 })
    expect(await done()).toBe(1)
  })

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "an account's entries are in the order of their movements, also of those that had to wait",
    async () => {
      const wallet = walletOf(20)
      const transaction = await database.db.startTransaction().execute()
      await lockAccounts(transaction, [HOUSE, wallet])
      const waiting = postWith('7', 1, wallet, 'second')
      const isWaiting = async () =>
        (
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            database.db,
          )
        ).rows.length
      await expect.poll(isWaiting).toBe(1)
      const entries = [
        { account: HOUSE, amount: -2 },
        { account: wallet, amount: 2 },
      ]
      const first = { requestId: 'first', kind: 'deposit' as const, fingerprint: 'x', entries, at }
      await postWithin(transaction, first, () => ({}))
      await transaction.commit().execute()
      await waiting
      const last = await database.db
        .selectFrom('entries')
        .innerJoin('movements', 'movements.id', 'entries.movement_id')
        .select(['request_id', 'balance_after'])
        .where('account_id', '=', wallet)
        .orderBy('movement_id', 'desc')
        .limit(2)
        .execute()
      expect(last).toEqual([
        { request_id: 'second', balance_after: 83 },
        { request_id: 'first', balance_after: 82 },
      ])
    },
  )
})
