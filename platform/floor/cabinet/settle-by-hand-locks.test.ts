import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, houseOf, postWithin, suspenseOf, transitOf, walletOf } from '../../ledger/ledger.ts'
import type { Db } from '../../store/db.ts'
import type { Trx } from '../../store/transaction.ts'
import { connectTestCabinet, eachAtOwnCabinet, NOON, START_CENTS } from '../../testing/floor/cabinet/line.ts'
import { listCabinets, openCabinet, settleSuspense, settleTransfer } from './settle-by-hand.ts'

/*
 * A running platform books what its cabinet reports while an operator settles by hand. The embedded database
 * runs one transaction at a time.
 */

const now = new Date(NOON)
const onServer = test.skipIf(!process.env.TEST_DATABASE_URL)
let db: Db
let id: string
let player: string
const openFloor = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
})

/** Before the audit, which names a closed cabinet. */
afterEach(async () => {
  if (process.env.TEST_DATABASE_URL) await openCabinet(db, { machine: Number(id), now })
})

/** `seated`: the player at the machine. */
async function postDrift(trx: Trx, from: string, cents: number, seated: object = {}): Promise<void> {
  const requestId = `drift:${id}:1000`
  const entries = [
    { account: from, amount: -cents },
    { account: suspenseOf(id), amount: cents },
  ]
  const drift = { requestId, fingerprint: requestId, kind: 'drift' as const, machineId: id, ...seated }
  await postWithin(trx, { ...drift, entries, at: now }, () => ({}))
  await trx.updateTable('cabinets').set({ closed: 'drift' }).where('machine_id', '=', Number(id)).execute()
}

/** Runs `settle` while a transaction has done `work`, which it commits once `settle` waits for it. */
async function settleDuring<T>(work: (trx: Trx) => Promise<unknown>, settle: () => Promise<T>): Promise<T> {
  const booking = await db.startTransaction().execute()
  await work(booking)
  const settled = settle()
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
  await booking.commit().execute()
  return settled
}

onServer('credit that a cabinet shows meanwhile is not given away', async () => {
  await openFloor()
  const appear = async (trx: Trx) => {
    await postDrift(trx, houseOf(id), 500)
    await trx.updateTable('cabinets').set({ extra: 500 }).where('machine_id', '=', Number(id)).execute()
  }
  const order = { machine: Number(id), cents: 500, player: undefined, reference: 'slip-1', now }
  const settled = await settleDuring(appear, () => settleSuspense(db, order))
  expect(settled).toMatchObject({ ok: false, code: Code.balanceTooLow })
  expect((await balanceOf(db, suspenseOf(id))).balance).toBe(500)
})

onServer('a transfer is settled with what is in transit after what is booked meanwhile', async () => {
  const { floor, clock } = await openFloor()
  const line = await connectTestCabinet(floor, id)
  expect(await floor.sit(player, id)).toMatchObject({ ok: true })
  await line.answered(floor.load(player, id, { requestId: 'load-0001', amount: 4000 }))
  line.setAnswering(false)
  const out = floor.cashOut(player, id, 'cash-out-1')
  await floor.idle()
  clock.advance(4000)
  await out
  const transfer = (await listCabinets(db)).find(({ machine }) => String(machine) === id)?.transfer ?? ''
  const order = { id: transfer, outcome: 'done' as const, now }
  const settled = await settleDuring(
    (trx) => postDrift(trx, transitOf(id), 100, { playerId: player }),
    () => settleTransfer(db, order),
  )
  expect(settled).toMatchObject({ ok: true, answer: { cents: 3900 } })
  const accounts = [walletOf(player), transitOf(id), suspenseOf(id)]
  const balances = await Promise.all(accounts.map(async (account) => (await balanceOf(db, account)).balance))
  expect(balances).toEqual([START_CENTS - 100, 0, 100])
})
