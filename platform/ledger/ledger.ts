import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { type Refused, type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, isUniqueViolation, type Trx } from '../store/transaction.ts'

/*
 * Double-entry bookkeeping: the entries of a movement sum to zero, so the sum over all accounts is always
 * zero. Only the house's accounts may be negative; it owes what the players hold. It has one for each
 * machine, because all spins would wait for the lock of a single one, across all processes; one for imported
 * players, because an import holds its lock for as long as it books; and one for everything else.
 */

export const HOUSE = 'house'
export const houseOf = (machineId: string | number) => `${HOUSE}:${machineId}`
/** What imported players begin with. */
export const HOUSE_OF_IMPORTS = houseOf('import')
export const isHouse = (account: string) => account.startsWith(HOUSE)
export const walletOf = (playerId: string | number) => `wallet:${playerId}`
export const creditOf = (machineId: string | number) => `machine:${machineId}`
/** Money between a wallet and a cabinet. */
export const transitOf = (machineId: string | number) => `transit:${machineId}`
/** Money whose owner is not known yet. */
export const suspenseOf = (machineId: string | number) => `suspense:${machineId}`
/**
 * The accounts of a player's money at a machine, as SQL: the credit on it, and what is on its way to it or
 * back. `machineId`: a column.
 */
export const creditAccountsOf = (machineId: string) =>
  sql`array[${creditOf('')} || ${sql.ref(machineId)}, ${transitOf('')} || ${sql.ref(machineId)}]`
export const jackpotOf = (brandId: string | number) => `jackpot:${brandId}`

/** Players see the movements of their wallet. */
export type MovementKind =
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
  /** A load that a cabinet has refused, back from transit. */
  | 'cash-in-back'
  /** From a cabinet's account into transit, at the start of a cash-out. */
  | 'transit-in'
  /** From transit to a cabinet's account: a load has arrived, or a cash-out was refused. */
  | 'transit-out'
  /** A game that a cabinet has reported. */
  | 'game'
  /** A cabinet's credit without a game or a transfer to explain it. */
  | 'drift'
  /** A cabinet waits for an attendant; nothing is moved yet. */
  | 'hand-pay-due'
  | 'hand-pay'
  /** Money in suspense, by the operator. */
  | 'settle'

export interface Posting {
  /** Unique for ever; see `playerRequestId` for client-supplied ids. */
  requestId: string
  kind: MovementKind
  /** The request as text: a reused request id with another fingerprint is refused. */
  fingerprint: string
  playerId?: string
  machineId?: string
  /** Of a cash-in, its return or a cash-out, and of the start of one; stored with the answer. */
  visitId?: number
  /** Cents, integers that sum to zero; an account may occur twice. May be empty. */
  entries: readonly { account: string; amount: number }[]
  at: Date
}

export interface Balance {
  balance: number
  /** The `seq` of the wire: grows with every movement of this account. */
  version: number
}

/** The balance of an account after a posting. Throws for an account that is not part of it. */
export type BalanceAfter = (account: string) => Balance

/** Scopes a client-supplied request id to its player. */
export const playerRequestId = (playerId: string, requestId: string) => `p${playerId}:${requestId}`

const OVERDRAFT_CODES = [
  ['wallet:', Code.balanceTooLow],
  ['machine:', Code.creditTooLow],
] as const

/** A spin is written before its movement, and has the same request id. */
const REQUEST_ID_KEYS = ['movements_request_id', 'spins_request_id']

/** The net amount per account. Throws for entries that do not balance. */
function netAmounts(entries: Posting['entries']): Map<string, number> {
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
 * Locks accounts until the transaction ends, creating missing ones. Locks are taken in the order of the ids
 * to prevent deadlocks, so a transaction locks all its accounts in one call.
 */
export async function lockAccounts(trx: Trx, ids: string[]): Promise<Map<string, Balance>> {
  if (ids.length === 0) return new Map()
  const read = trx.selectFrom('accounts').selectAll().where('id', 'in', ids).orderBy('id').forUpdate()
  let rows = await read.execute()
  if (rows.length < ids.length) {
    const missing = ids.toSorted().map((id) => ({ id }))
    await trx
      .insertInto('accounts')
      .values(missing)
      .onConflict((same) => same.doNothing())
      .execute()
    rows = await read.execute()
  }
  return new Map(rows.map(({ id, balance, version }) => [id, { balance, version }]))
}

function limitError(account: string, after: number): Refused | undefined {
  if (!Number.isSafeInteger(after)) return refused(Code.balanceTooHigh)
  if (after >= 0 || isHouse(account)) return undefined
  return refused(OVERDRAFT_CODES.find(([prefix]) => account.startsWith(prefix))?.[1] ?? Code.serverError)
}

/**
 * Posts a movement within the caller's transaction. `answerOf` builds the answer, which is stored for
 * repeated requests. Codes, before anything is written: balanceTooLow, creditTooLow, balanceTooHigh (no safe
 * integer). Throws for entries that do not balance, and for a request id that exists: callers wrap it in
 * `idempotent`.
 */
export async function postWithin<A extends object>(
  trx: Trx,
  posting: Posting,
  answerOf: (after: BalanceAfter) => A,
): Promise<Result<{ answer: A }>> {
  const amounts = netAmounts(posting.entries)
  const before = await lockAccounts(trx, [...amounts.keys()])
  const after = new Map<string, Balance>()
  for (const [account, amount] of amounts) {
    const { balance, version } = before.get(account) ?? { balance: 0, version: 0 }
    const left = balance + amount
    const error = amount < 0 || !Number.isSafeInteger(left) ? limitError(account, left) : undefined
    if (error) return error
    after.set(account, { balance: left, version: amount === 0 ? version : version + 1 })
  }
  const answer = answerOf((account) => expectPart(after.get(account), account))
  const { visitId } = posting
  await insertMovement(
    trx,
    posting,
    amounts,
    toJson(visitId === undefined ? answer : { ...answer, visit: visitId }),
  )
  return { ok: true, answer }
}

export const toJson = (value: object) => sql`${JSON.stringify(value)}::jsonb`

/**
 * Posts a movement in one statement with a change of the caller's, so that no lock is held between this
 * process and the database. `change`: common table expressions, of which the one named `change` returns the
 * `id` of one row, or none: then nothing is posted, and undefined is returned. `answer`: an expression that
 * may use `change`.
 *
 * The accounts exist, commands of other machines change at most one of them, as they are locked in no order,
 * and the caller knows that they cover the movement: the database refuses it otherwise, as an error. Throws
 * also for entries that do not balance and for a request id that exists: see `postedOnce`.
 */
export async function postWithChange(
  db: Db | Trx,
  change: RawBuilder<unknown>,
  posting: Posting,
  answer: RawBuilder<unknown>,
): Promise<{ id: string; after: BalanceAfter } | undefined> {
  const amounts = netAmounts(posting.entries)
  const row = await insertMovement(db, posting, amounts, answer, change)
  if (!row) return undefined
  return { id: String(row.id), after: (account) => expectPart(row.balances[account], account) }
}

function expectPart(balance: Balance | undefined, account: string): Balance {
  if (!balance) throw new RangeError(`${account} is not part of this movement`)
  return balance
}

interface Moved {
  /** Of the change. */
  readonly id: number
  readonly balances: Readonly<Record<string, Balance>>
}

/**
 * One statement for all tables: round trips dominate the cost on the embedded database, and the waiting on a
 * server.
 */
async function insertMovement(
  db: Db | Trx,
  posting: Posting,
  amounts: Map<string, number>,
  answer: RawBuilder<unknown>,
  change: RawBuilder<unknown> = sql`change as (select 0 as id)`,
): Promise<Moved | undefined> {
  const { requestId, kind, fingerprint, playerId = null, machineId = null, at } = posting
  const lines = [...amounts].flatMap(([account, amount]) => (amount === 0 ? [] : [{ account, amount }]))
  // An account that does not exist leaves its entry without a balance, which the table refuses. The movement
  // gets its id when the accounts are locked, so that an account's entries are in the order of their ids.
  const { rows } = await sql<Moved>`
    with ${change}, line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}) as line (account text, amount bigint)
    ), moved as (
      update accounts set balance = accounts.balance + line.amount, version = version + 1 from line, change
      where accounts.id = line.account
      returning accounts.id, accounts.balance, accounts.version
    ), movement as (
      insert into movements (request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
      select ${requestId}, ${kind}, ${fingerprint}, ${playerId}, ${machineId}, ${answer}, ${at}
      from change, (select count(*) from moved) as locked
      returning id
    ), entry as (
      insert into entries (movement_id, account_id, amount, balance_after)
      select movement.id, line.account, line.amount, moved.balance
      from movement, line left join moved on moved.id = line.account
    )
    select change.id, (
      select coalesce(jsonb_object_agg(moved.id, jsonb_build_object('balance', balance, 'version', version)), '{}')
      from moved
    ) as balances from change`.execute(db)
  return rows[0]
}

/**
 * Runs a command that posts under `requestId` in one piece, a statement or a transaction, at most once for
 * ever. If the command is refused or the request id exists, the movement of that id decides: the same request
 * gets the stored answer (parsed by `schema`), another one is refused with requestIdReused.
 */
export async function postedOnce<A extends object>(
  db: Db,
  request: Pick<Posting, 'requestId' | 'fingerprint'>,
  schema: v.GenericSchema<unknown, A>,
  command: () => Promise<Result<{ answer: A }>>,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  let refusal: Refused | undefined
  try {
    const result = await command()
    if (result.ok) return { ok: true, answer: result.answer, repeated: false }
    refusal = result
  } catch (error) {
    if (!REQUEST_ID_KEYS.some((key) => isUniqueViolation(error, key))) throw error
  }
  const first = await db
    .selectFrom('movements')
    .select(['fingerprint', 'answer'])
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  if (!first) return refusal ?? refused(Code.machineBusy)
  if (first.fingerprint !== request.fingerprint) return refused(Code.requestIdReused)
  return { ok: true, answer: v.parse(schema, first.answer), repeated: true }
}

/** As `postedOnce`, with one transaction. */
export function idempotent<A extends object>(
  db: Db,
  request: Pick<Posting, 'requestId' | 'fingerprint'>,
  schema: v.GenericSchema<unknown, A>,
  command: (trx: Trx) => Promise<Result<{ answer: A }>>,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  return postedOnce(db, request, schema, () => inTransaction(db, command))
}

/** Posts one movement in its own transaction, at most once for ever; see `postWithin` and `idempotent`. */
export function post<A extends object>(
  db: Db,
  posting: Posting,
  schema: v.GenericSchema<unknown, A>,
  answerOf: (after: BalanceAfter) => A,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  return idempotent(db, posting, schema, (trx) => postWithin(trx, posting, answerOf))
}

/** Zero for an account without movements. */
export async function balanceOf(db: Db | Trx, account: string): Promise<Balance> {
  const row = await db
    .selectFrom('accounts')
    .select(['balance', 'version'])
    .where('id', '=', account)
    .executeTakeFirst()
  return row ?? { balance: 0, version: 0 }
}
