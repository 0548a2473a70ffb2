import { sql } from 'kysely'
import { Code } from '../../src/contract/codes.ts'
import {
  LIMIT_KINDS,
  type LimitKind,
  type LimitRequest,
  type LimitsAnswer,
} from '../../src/contract/limits.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import { periodOf } from './limit-periods.ts'
import { effectiveAt, type LimitChange, limitStateAt } from './limit-rules.ts'
import { createNetLosses } from './net-losses.ts'
import { recordOperatorAction } from './operator-log.ts'

/*
 * The limits and pauses that players set for themselves, and the maximum stake that the operator sets for a
 * player. Losses are read from the ledger, time from the visits. The floor enforces them: floor/own-limits.ts
 * and floor/command-checks.ts.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const PAUSE_DAYS = [1, 7, 30, 90, 180] as const
/** A pause that ends less than this after the current one is a repeated request. */
const MIN_EXTENSION_MS = 60 * MINUTE_MS
/** Changes of limits per player in 24 hours, because their rows are kept for ever. */
const MAX_CHANGES = 50

/** What a player and the operator have set. `lastId`: the id of the newest row; 0 without rows. */
export interface OwnLimits {
  readonly lastId: number
  readonly changes: readonly LimitChange[]
  /** ms since 1970; 0: never paused. */
  readonly pausedUntil: number
  /** The operator's maximum stake for the player, cents; Infinity: none. */
  readonly maxStake: number
}

export async function readOwnLimits(db: Db | Trx, playerId: string): Promise<OwnLimits> {
  const rows = await db
    .selectFrom('player_limits')
    .selectAll()
    .where('player_id', '=', Number(playerId))
    .orderBy('id')
    .execute()
  const changes = rows.flatMap(({ kind, value, set_at, from_at }) =>
    kind === 'pause' || kind === 'max-stake'
      ? []
      : [{ kind, value, setAt: set_at.getTime(), fromAt: from_at.getTime() }],
  )
  const pausedUntil = Math.max(0, ...rows.map(({ until }) => until?.getTime() ?? 0))
  const maxStake = rows.findLast(({ kind }) => kind === 'max-stake')?.value ?? Number.POSITIVE_INFINITY
  return { lastId: rows.at(-1)?.id ?? 0, changes, pausedUntil, maxStake }
}

export const limitOf = ({ changes }: OwnLimits, kind: LimitKind, now: number) =>
  limitStateAt(
    changes.filter((change) => change.kind === kind),
    now,
  )

/** The time at machines since `since`, ms: from the seat to the end of the visit, with holds. */
export async function playedMs(db: Db | Trx, playerId: string, since: number, now: number): Promise<number> {
  const visits = await db
    .selectFrom('visits')
    .select(['started_at', 'ended_at'])
    .where('player_id', '=', Number(playerId))
    .where(sql<Date>`coalesce(ended_at, 'infinity')`, '>', new Date(since))
    .execute()
  return visits.reduce((sum, { started_at, ended_at }) => {
    const ms = (ended_at?.getTime() ?? now) - Math.max(since, started_at.getTime())
    return sum + Math.max(0, ms)
  }, 0)
}

const iso = (ms: number) => new Date(ms).toISOString()

/** What the player has set and used. `losses`: the sums of earlier answers. */
export async function limitsAnswer(
  db: Db | Trx,
  playerId: string,
  now: number,
  timeZone: string,
  losses = createNetLosses(),
): Promise<LimitsAnswer> {
  const own = await readOwnLimits(db, playerId)
  const periods = LIMIT_KINDS.map((kind) => ({ kind, ...periodOf(kind, now, timeZone) }))
  const starts = periods.flatMap(({ kind, start }) => (kind === 'time-day' ? [] : [start]))
  const lossSince = await losses.since(db, playerId, starts)
  const limits: LimitsAnswer['limits'] = []
  for (const { kind, start, end } of periods) {
    const { value, pending } = limitOf(own, kind, now)
    const used =
      kind === 'time-day'
        ? Math.floor((await playedMs(db, playerId, start, now)) / MINUTE_MS)
        : (lossSince.get(start) ?? 0)
    limits.push({
      ...{ kind, value, used, resets: iso(end) },
      pending: pending ? { value: pending.value, from: iso(pending.from) } : null,
    })
  }
  const pausedUntil = own.pausedUntil > now ? iso(own.pausedUntil) : null
  return { limits, pausedUntil, pauseDays: [...PAUSE_DAYS], timeZone }
}

/** Serializes the changes of one player, so that the ids of the rows are in the order of their commits. */
function lockPlayer(trx: Trx, playerId: string) {
  return trx
    .selectFrom('players')
    .select('id')
    .where('id', '=', Number(playerId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** `changed`: false for a repeated request. */
type Changed = Promise<Result<{ changed: boolean }>>

/** Changes one limit. Code: tooManyRequests with `seconds`. */
export function setOwnLimit(db: Db, playerId: string, { kind, value }: LimitRequest, now: number): Changed {
  return inTransaction(db, async (trx) => {
    await lockPlayer(trx, playerId)
    const own = await readOwnLimits(trx, playerId)
    const fromAt = effectiveAt(limitOf(own, kind, now), value, now)
    if (fromAt === undefined) return { ok: true, changed: false }
    const [earliest] = own.changes.slice(-MAX_CHANGES)
    if (own.changes.length >= MAX_CHANGES && earliest && earliest.setAt > now - DAY_MS)
      return refused(Code.tooManyRequests, { seconds: Math.ceil((earliest.setAt + DAY_MS - now) / 1000) })
    await trx
      .insertInto('player_limits')
      .values({
        ...{ player_id: Number(playerId), kind, value },
        set_at: new Date(now),
        from_at: new Date(fromAt),
      })
      .execute()
    return { ok: true, changed: true }
  })
}

/**
 * Starts or extends a pause, which nothing shortens. Code: invalidRequest for a length that is not offered.
 */
export function startPause(db: Db, playerId: string, days: number, now: number): Changed {
  return inTransaction(db, async (trx) => {
    if (!PAUSE_DAYS.some((offered) => offered === days)) return refused(Code.invalidRequest)
    await lockPlayer(trx, playerId)
    const { pausedUntil } = await readOwnLimits(trx, playerId)
    const until = now + days * DAY_MS
    if (until < pausedUntil + MIN_EXTENSION_MS) return { ok: true, changed: false }
    await trx
      .insertInto('player_limits')
      .values({
        ...{ player_id: Number(playerId), kind: 'pause', value: null },
        ...{ set_at: new Date(now), from_at: new Date(now), until: new Date(until) },
      })
      .execute()
    return { ok: true, changed: true }
  })
}

/**
 * Sets the operator's maximum stake for a player, cents, or removes it (null). It counts from the next stake,
 * at all processes.
 */
export async function setMaxStake(
  trx: Trx,
  player: string,
  maxStake: number | null,
  at: Date,
): Promise<void> {
  await lockPlayer(trx, player)
  const row = { player_id: Number(player), kind: 'max-stake' as const, value: maxStake }
  await trx
    .insertInto('player_limits')
    .values({ ...row, set_at: at, from_at: at })
    .execute()
  const target = { player, maxStake }
  await recordOperatorAction(trx, { action: 'players max-stake', target, outcome: 'done', ip: 'local', at })
}

/** The end of a player's pause, ms since 1970; undefined while there is none. */
export async function pauseEnd(db: Db | Trx, playerId: string, now: number): Promise<number | undefined> {
  const { pausedUntil } = await readOwnLimits(db, playerId)
  return pausedUntil > now ? pausedUntil : undefined
}
