import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Cents } from '../../src/contract/money.ts'
import { HOUSE, idempotent, postWithin, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { recordOperatorAction, requestIdOf } from './operator-log.ts'
import { hashPassword, hashPin } from './passwords.ts'
import { usernameKey } from './sign-in.ts'

/** The permission that every menu item of the specification requires. */
export const DEFAULT_PERMISSIONS = JSON.stringify([145])

export interface NewPlayer {
  username: string
  /** Already checked by `newPasswordError`. */
  password: string
  pin: string
}

/** Creates a player with an empty wallet. Undefined: the name is taken, in some spelling. */
export async function addPlayer(db: Db, player: NewPlayer, now: Date): Promise<string | undefined> {
  const username = player.username.trim()
  const row = {
    username,
    username_key: usernameKey(username),
    password_hash: await hashPassword(player.password),
    pin_hash: await hashPin(player.pin),
    permissions: DEFAULT_PERMISSIONS,
  }
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('players')
      .values(row)
      .onConflict((same) => same.column('username_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return undefined
    const target = { player: String(added.id) }
    await recordOperatorAction(trx, { action: 'players add', target, outcome: 'done', ip: 'local', at: now })
    return target.player
  })
}

export interface Transfer {
  username: string
  /** From the house to the wallet, or back. */
  direction: 'credit' | 'debit'
  /** Positive. */
  cents: number
  /** The operator's reference, such as a receipt number: money moves once per reference. */
  reference: string
  now: Date
}

const Wallet = v.object({ balance: Cents })

export interface Booking {
  /** The name of the operator's action; see MOVES_MONEY of operator-log.ts. */
  readonly action: string
  readonly reference: string
  readonly fingerprint: string
  readonly playerId: string
  /** Positive: into the wallet; negative: out of it. */
  readonly cents: number
  readonly now: Date
}

/**
 * Books a deposit or a withdrawal together with the operator's action, once for each reference. `answerOf`:
 * makes the stored answer from the wallet's balance. Codes: balanceTooLow, balanceTooHigh, requestIdReused.
 */
export function bookTransfer<A extends object>(
  db: Db,
  { action, reference, fingerprint, playerId, cents, now }: Booking,
  schema: v.GenericSchema<unknown, A>,
  answerOf: (balance: number) => A,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  const target = { player: playerId, cents: Math.abs(cents), reference }
  const requestId = requestIdOf(action, target)
  if (requestId === undefined) throw new RangeError(`${action} moves no money`)
  const wallet = walletOf(playerId)
  const movement = { requestId, fingerprint }
  const posting = {
    ...movement,
    kind: cents > 0 ? 'deposit' : 'withdraw',
    playerId,
    entries: [
      { account: HOUSE, amount: -cents },
      { account: wallet, amount: cents },
    ],
    at: now,
  } as const
  return idempotent(db, movement, schema, async (trx) => {
    const posted = await postWithin(trx, posting, (after) => answerOf(after(wallet).balance))
    if (posted.ok) await recordOperatorAction(trx, { action, target, outcome: 'done', ip: 'local', at: now })
    return posted
  })
}

/**
 * Moves money between the house and a player's wallet, as a deposit or a withdrawal; the books contain who
 * requested it. Codes: notFound, balanceTooLow, balanceTooHigh, requestIdReused.
 */
export async function transfer(
  db: Db,
  { username, direction, cents, reference, now }: Transfer,
): Promise<Result<{ answer: v.InferOutput<typeof Wallet>; repeated: boolean }>> {
  const player = await db
    .selectFrom('players')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
  const playerId = player && String(player.id)
  const action = `players ${direction}`
  const booking = { action, reference, fingerprint: `${direction} ${playerId} ${cents}`, now }
  const signed = direction === 'credit' ? cents : -cents
  const result = playerId
    ? await bookTransfer(db, { ...booking, playerId, cents: signed }, Wallet, (balance) => ({ balance }))
    : refused(Code.notFound)
  if (!result.ok) {
    const target = { ...(playerId && { player: playerId }), cents, reference }
    await recordOperatorAction(db, { action, target, outcome: result.code, ip: 'local', at: now })
  }
  return result
}
