import { sql } from 'kysely'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Cents } from '../../src/contract/money.ts'
import {
  creditAccountsOf,
  HOUSE,
  idempotent,
  playerRequestId,
  postWithin,
  walletOf,
} from '../ledger/ledger.ts'
import { restOfWindow } from '../lib/rest-of-window.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import type { ClaimRule } from './claim-rules.ts'

const DAY_MS = 24 * 60 * 60_000

export type ClaimKind = 'discount' | 'bonus'

/** The credited amount and the wallet after it. Amounts in cents. */
const Claimed = v.object({ amount: Cents, balance: Cents, seq: v.number() })
export type Claimed = v.InferOutput<typeof Claimed>

export interface ClaimRequest {
  playerId: string
  kind: ClaimKind
  /** The client's id; a repeated claim is credited once. */
  requestId: string
  rule: ClaimRule
  /** ms since 1970. */
  now: number
}

/** The times of a player's claims, newest first. */
export const claimsOf = (db: Db | Trx, playerId: string, kind: ClaimKind) =>
  db
    .selectFrom('movements')
    .select('created_at')
    .where('player_id', '=', Number(playerId))
    // As a literal: the index has no other movements.
    .where('kind', '=', sql.lit(kind))
    .orderBy('id', 'desc')
    .limit(1)

/** ms until the next claim of this kind is allowed; 0: now. */
async function cooldownMs(trx: Trx, { playerId, kind, rule, now }: ClaimRequest): Promise<number> {
  const claims = claimsOf(trx, playerId, kind)
  const last = await claims.executeTakeFirst()
  const firstOfDay = await claims.offset(rule.maxPerDay - 1).executeTakeFirst()
  // The limit of a day is one of money: it counts each claim, whenever the clock was set.
  const dayLeft = firstOfDay ? firstOfDay.created_at.getTime() + DAY_MS - now : 0
  return Math.max(restOfWindow(last?.created_at, rule.windowMs, now), dayLeft)
}

/**
 * What counts for the limit of a rule, cents: the wallet, with the player's money at a machine if it counts.
 */
async function countedBalance(trx: Trx, playerId: string, { countsCredit }: ClaimRule): Promise<number> {
  const credit = sql`
    or id in (select unnest(${creditAccountsOf('m.id')}) from machines m where seat_player = ${Number(playerId)})`
  const { total } = await sql<{ total: number }>`
    select coalesce(sum(balance), 0)::bigint as total from accounts
    where id = ${walletOf(playerId)} ${countsCredit ? credit : sql``}`
    .execute(trx)
    .then(({ rows: [row] }) => row ?? { total: 0 })
  return total
}

/**
 * Credits a discount or a bonus from the house: once per window and request id, and a limited number of times
 * in 24 hours. The window starts with the last credit. Codes: tooManyRequests with the `seconds` to wait,
 * balanceTooHigh with `amount` (cents), the balance from which it is refused, requestIdReused.
 */
export function claim(
  db: Db,
  request: ClaimRequest,
): Promise<Result<{ answer: Claimed; repeated: boolean }>> {
  const { playerId, kind, rule, now } = request
  const wallet = walletOf(playerId)
  const movement = { requestId: playerRequestId(playerId, request.requestId), fingerprint: kind }
  return idempotent(db, movement, Claimed, async (trx) => {
    // Serializes concurrent claims, so that the second one sees the first.
    await trx.selectFrom('players').select('id').where('id', '=', Number(playerId)).forNoKeyUpdate().execute()
    const waitMs = await cooldownMs(trx, request)
    if (waitMs > 0) return refused(Code.tooManyRequests, { seconds: Math.ceil(waitMs / 1000) })
    const { maxBalance } = rule
    if (maxBalance !== undefined && (await countedBalance(trx, playerId, rule)) >= maxBalance) {
      return refused(Code.balanceTooHigh, { amount: maxBalance })
    }
    const entries = [
      { account: HOUSE, amount: -rule.amount },
      { account: wallet, amount: rule.amount },
    ]
    return postWithin(trx, { ...movement, kind, playerId, entries, at: new Date(now) }, (after) => {
      const { balance, version } = after(wallet)
      return { amount: rule.amount, balance, seq: version }
    })
  })
}
