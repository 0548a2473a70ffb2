import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Cents } from '../../src/contract/money.ts'
import { HOUSE, idempotent, postWithin, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { recordOperatorAction, requestIdOf } from './operator-log.ts'
import { findPlayer } from './usernames.ts'

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
  /** The house's account; its own without one. */
  readonly house?: string
}

/** The request id of the movement that a booking makes. */
function requestIdFor({ action, reference }: Booking): string {
  const requestId = requestIdOf(action, { reference })
  if (requestId === undefined) throw new RangeError(`${action} moves no money`)
  return requestId
}

/**
 * Books a deposit or a withdrawal together with the operator's action, within the caller's transaction.
 * `answerOf`: makes the stored answer from the wallet's balance. Codes: balanceTooLow, balanceTooHigh. Throws
 * for a reference that is booked.
 */
export async function bookWithin<A extends object>(
  trx: Trx,
  booking: Booking,
  answerOf: (balance: number) => A,
): Promise<Result<{ answer: A }>> {
  const { action, reference, fingerprint, playerId, cents, now, house = HOUSE } = booking
  const wallet = walletOf(playerId)
  const posting = {
    requestId: requestIdFor(booking),
    fingerprint,
    kind: cents > 0 ? 'deposit' : 'withdraw',
    playerId,
    entries: [
      { account: house, amount: -cents },
      { account: wallet, amount: cents },
    ],
    at: now,
  } as const
  const posted = await postWithin(trx, posting, (after) => answerOf(after(wallet).balance))
  if (!posted.ok) return posted
  const target = { player: playerId, cents: Math.abs(cents), reference }
  await recordOperatorAction(trx, { action, target, outcome: 'done', ip: 'local', at: now })
  return posted
}

/** As `bookWithin`, in a transaction of its own, once for each reference. Code also: requestIdReused. */
export function bookTransfer<A extends object>(
  db: Db,
  booking: Booking,
  schema: v.GenericSchema<unknown, A>,
  answerOf: (balance: number) => A,
): Promise<Result<{ answer: A; repeated: boolean }>> {
  const movement = { requestId: requestIdFor(booking), fingerprint: booking.fingerprint }
  return idempotent(db, movement, schema, (trx) => bookWithin(trx, booking, answerOf))
}

/**
 * Moves money between the house and a player's wallet, as a deposit or a withdrawal; the books contain who
 * requested it. Codes: notFound, balanceTooLow, balanceTooHigh, requestIdReused.
 */
export async function transfer(
  db: Db,
  { username, direction, cents, reference, now }: Transfer,
): Promise<Result<{ answer: v.InferOutput<typeof Wallet>; repeated: boolean }>> {
  const player = await findPlayer(db, username)
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
