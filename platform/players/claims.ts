import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Cents } from '../../src/contract/money.ts'
import type { ClaimRule } from '../config/config.ts'
import { balanceOf, HOUSE, idempotent, playerRequestId, postWithin, walletOf } from '../ledger/ledger.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

export type ClaimKind = 'discount' | 'bonus'

/** What was given, and what the wallet holds since then. Amounts in cents. */
const Claimed = v.object({ amount: Cents, balance: Cents, seq: v.number() })
export type Claimed = v.InferOutput<typeof Claimed>

export interface Claim {
  playerId: string
  kind: ClaimKind
  /** The player's own, so that a claim that is asked twice is given once. */
  requestId: string
  rule: ClaimRule
  /** ms since 1970. */
  now: number
}

/** How long until the player may claim this again, in ms; 0 when they may now. */
async function waitFor(trx: Trx, { playerId, kind, rule, now }: Claim): Promise<number> {
  const last = await trx
    .selectFrom('movements')
    .select('created_at')
    .where('player_id', '=', Number(playerId))
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? Math.max(0, last.created_at.getTime() + rule.windowMs - now) : 0
}

/**
 * Gives a discount or a bonus: moves it from the house to the player's wallet, once a window and once a request
 * id. The window counts from the last one that was given. Codes: tooManyRequests with `seconds` left to wait,
 * balanceTooHigh with `amount` (cents) that the wallet must be below, requestIdReused.
 */
export function claim(db: Db, asked: Claim): Promise<Result<{ answer: Claimed; repeated: boolean }>> {
  const { playerId, kind, rule, now } = asked
  const wallet = walletOf(playerId)
  const request = { requestId: playerRequestId(playerId, asked.requestId), fingerprint: kind }
  return idempotent(db, request, Claimed, async (trx) => {
    // Two claims at the same time wait for each other here, so that the second one sees the first.
    await trx.selectFrom('players').select('id').where('id', '=', Number(playerId)).forNoKeyUpdate().execute()
    const wait = await waitFor(trx, asked)
    if (wait > 0) return refused(Code.tooManyRequests, { seconds: Math.ceil(wait / 1000) })
    const { maxBalance } = rule
    if (maxBalance !== undefined && (await balanceOf(trx, wallet)).balance >= maxBalance) {
      return refused(Code.balanceTooHigh, { amount: maxBalance })
    }
    const entries = [
      { account: HOUSE, amount: -rule.amount },
      { account: wallet, amount: rule.amount },
    ]
    return postWithin(trx, { ...request, kind, playerId, entries, at: new Date(now) }, (after) => {
      const { balance, version } = after(wallet)
      return { amount: rule.amount, balance, seq: version }
    })
  })
}
