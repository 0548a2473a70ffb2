import { sql } from 'kysely'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, isUniqueViolation, type Trx } from '../store/transaction.ts'

/*
 * Double entry: money is never made, only moved. Every movement takes from some accounts exactly what it gives
 * to others, so the sum over all accounts is zero at any time. The house is the one account that may be
 * negative: what it owes is what the players hold.
 */

export const HOUSE = 'house'
export const walletOf = (playerId: string | number) => `wallet:${playerId}`
export const creditOf = (machineId: string | number) => `machine:${machineId}`
export const jackpotOf = (brandId: string | number) => `jackpot:${brandId}`

/** What a movement is. A player sees those that touch the wallet. */
export type Kind =
  | 'deposit'
  | 'withdraw'
  | 'discount'
  | 'bonus'
  | 'cash-in'
  | 'cash-out'
  | 'stake'
  | 'free-spin'
  | 'win'
  | 'jackpot-seed'
  | 'jackpot-feed'

export interface Posting {
  /** Unique for ever; see `playerRequestId` for those that players choose. */
  requestId: string
  kind: Kind
  /** All that was asked, as text: the same request id with another fingerprint is refused. */
  fingerprint: string
  playerId?: string
  machineId?: string
  /** Cents, whole numbers; an account may come twice. Their sum is zero. May be empty: nothing moves. */
  entries: readonly { account: string; amount: number }[]
  at: Date
}

export interface Balance {
  balance: number
  /** The `seq` of the wire: grows with every movement of this account. */
  version: number
}

/** What the accounts of a posting hold after it. Throws for an account that is not part of it. */
export type After = (account: string) => Balance

/** A player's request id, made unlike everybody else's. */
export const playerRequestId = (playerId: string, requestId: string) => `p${playerId}:${requestId}`

const NEGATIVE = [
  ['wallet:', Code.balanceTooLow],
  ['machine:', Code.creditTooLow],
] as const

function merge(entries: Posting['entries']): Map<string, number> {
  const sums = new Map<string, number>()
  let total = 0
  for (const { account, amount } of entries) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount: ${amount}`)
    sums.set(account, (sums.get(account) ?? 0) + amount)
    total += amount
  }
  if (total !== 0) throw new RangeError(`a movement must balance, this one is ${total} off`)
  return sums
}

/**
 * Locks the accounts until the transaction ends and tells what they hold; those that are new are made. In the
 * order of their ids, so that two movements never wait for each other in a ring: lock all you need at once.
 */
export async function lockAccounts(trx: Trx, ids: string[]): Promise<Map<string, Balance>> {
  if (ids.length === 0) return new Map()
  const read = trx.selectFrom('accounts').selectAll().where('id', 'in', ids).orderBy('id').forUpdate()
  let rows = await read.execute()
  if (rows.length < ids.length) {
    const fresh = ids.toSorted().map((id) => ({ id }))
    await trx
      .insertInto('accounts')
      .values(fresh)
      .onConflict((same) => same.doNothing())
      .execute()
    rows = await read.execute()
  }
  return new Map(rows.map(({ id, balance, version }) => [id, { balance, version }]))
}

function refusal(account: string, after: number): Refused | undefined {
  if (!Number.isSafeInteger(after)) return refused(Code.balanceTooHigh)
  if (after >= 0 || account === HOUSE) return undefined
  return refused(NEGATIVE.find(([prefix]) => account.startsWith(prefix))?.[1] ?? Code.serverError)
}

/**
 * Posts a movement inside the caller's transaction. `make` tells the answer that a repeated request will get.
 * Refuses, before it writes, what would take more than an account holds: balanceTooLow, creditTooLow; and
 * balanceTooHigh past what an integer can hold exactly. Throws for entries that do not balance (a bug), and when
 * the request id is taken: that is why callers wrap it in `idempotent`.
 */
export async function postWithin<A extends object>(
  trx: Trx,
  posting: Posting,
  make: (after: After) => A,
): Promise<Result<{ answer: A }>> {
  const amounts = merge(posting.entries)
  const before = await lockAccounts(trx, [...amounts.keys()])
  const after = new Map<string, Balance>()
  for (const [account, amount] of amounts) {
    const { balance, version } = before.get(account) ?? { balance: 0, version: 0 }
    const left = balance + amount
    const no = amount < 0 || !Number.isSafeInteger(left) ? refusal(account, left) : undefined
    if (no) return no
    after.set(account, { balance: left, version: amount === 0 ? version : version + 1 })
  }
  const answer = make((account) => {
    const found = after.get(account)
    if (!found) throw new RangeError(`${account} is not part of this movement`)
    return found
  })
  await write(trx, posting, amounts, after, answer)
  return { ok: true, answer }
}

/** One statement for all three tables: on the embedded database a round trip is most of the cost. */
async function write(
  trx: Trx,
  posting: Posting,
  amounts: Map<string, number>,
  after: Map<string, Balance>,
  answer: object,
): Promise<void> {
  const { requestId, kind, fingerprint, playerId = null, machineId = null, at } = posting
  const lines = [...amounts].flatMap(([account, amount]) =>
    amount === 0 ? [] : [{ account, amount, after: after.get(account)?.balance }],
  )
  await sql`
    with movement as (
      insert into movements (request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
      values (${requestId}, ${kind}, ${fingerprint}, ${playerId}, ${machineId}, ${JSON.stringify(answer)}, ${at})
      returning id
    ), line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}) as line (account text, amount bigint, after bigint)
    ), moved as (
      update accounts set balance = line.after, version = version + 1 from line where accounts.id = line.account
    )
    insert into entries (movement_id, account_id, amount, balance_after)
    select movement.id, line.account, line.amount, line.after from movement, line`.execute(trx)
}

/**
 * Runs a command that posts under `requestId` as one transaction, at most once for ever. When the command is
 * refused, or the request id is taken, the movement of that id is looked up: the same request gets its first
 * answer (read by `schema`), another one is refused by requestIdReused.
 */
export async function idempotent<A extends object>(
  db: Db,
  request: Pick<Posting, 'requestId' | 'fingerprint'>,
  schema: v.GenericSchema<unknown, A>,
  command: (trx: Trx) => Promise<Result<{ answer: A }>>,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  let no: Refused | undefined
  try {
    const result = await inTransaction(db, command)
    if (result.ok) return { ok: true, answer: result.answer, repeated: false }
    no = result
  } catch (error) {
    if (!isUniqueViolation(error, 'movements_request_id')) throw error
  }
  const first = await db
    .selectFrom('movements')
    .select(['fingerprint', 'answer'])
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  if (!first) return no ?? refused(Code.machineBusy)
  if (first.fingerprint !== request.fingerprint) return refused(Code.requestIdReused)
  return { ok: true, answer: v.parse(schema, first.answer), repeated: true }
}

/** Posts one movement as a transaction of its own, at most once for ever; see `postWithin` and `idempotent`. */
export function post<A extends object>(
  db: Db,
  posting: Posting,
  schema: v.GenericSchema<unknown, A>,
  make: (after: After) => A,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  return idempotent(db, posting, schema, (trx) => postWithin(trx, posting, make))
}

/** What an account holds; nothing when it was never moved. */
export async function balanceOf(db: Db | Trx, account: string): Promise<Balance> {
  const row = await db
    .selectFrom('accounts')
    .select(['balance', 'version'])
    .where('id', '=', account)
    .executeTakeFirst()
  return row ?? { balance: 0, version: 0 }
}
