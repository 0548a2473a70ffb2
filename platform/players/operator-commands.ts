import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Cents } from '../../src/contract/money.ts'
import { HOUSE, idempotent, postWithin, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { recordOperatorAction } from './operator-log.ts'
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
  const action = {
    action: `players ${direction}`,
    target: { ...(playerId && { player: playerId }), cents, reference },
    ip: 'local',
    at: now,
  }
  const book = () => {
    if (!playerId) return refused(Code.notFound)
    const wallet = walletOf(playerId)
    const amount = direction === 'credit' ? cents : -cents
    const movement = { requestId: `operator:${reference}`, fingerprint: `${direction} ${playerId} ${cents}` }
    const posting = {
      ...movement,
      kind: direction === 'credit' ? 'deposit' : 'withdraw',
      playerId,
      entries: [
        { account: HOUSE, amount: -amount },
        { account: wallet, amount },
      ],
      at: now,
    } as const
    return idempotent(db, movement, Wallet, async (trx) => {
      const posted = await postWithin(trx, posting, (after) => ({ balance: after(wallet).balance }))
      if (posted.ok) await recordOperatorAction(trx, { ...action, outcome: 'done' })
      return posted
    })
  }
  const result = await book()
  if (!result.ok) await recordOperatorAction(db, { ...action, outcome: result.code })
  return result
}
