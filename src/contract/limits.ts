import * as v from 'valibot'
import { MAX_AMOUNT } from './money.ts'
import { list, optional, unreadableAs, unreadableBy } from './tolerant.ts'

/* The limits and pauses that players set for themselves. */

/** Net loss by day, week and month, in cents; time at machines by day, in minutes. */
export const LIMIT_KINDS = ['loss-day', 'loss-week', 'loss-month', 'time-day'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Maximum length of a pause, days. */
export const MAX_PAUSE_DAYS = 366

const Whole = v.pipe(v.number(), v.safeInteger())
const LimitValue = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_AMOUNT)))

/**
 * A change that takes effect at `from` (ISO 8601); `value` null: no limit, which no unreadable one means.
 * `from` is empty in an unreadable change.
 */
export const PendingLimit = v.object({ value: v.nullish(Whole), from: v.string() })
export type PendingLimit = v.InferOutput<typeof PendingLimit>

/**
 * One limit. Losses in cents, time in minutes. `value` null: no limit, which no unreadable one means. `used`:
 * the net loss, negative for a net win, or the time, since the period began. `resets`: the end of the period,
 * ISO 8601; empty in an unreadable limit, of which only the kind is known.
 */
export const PlayerLimit = unreadableBy(
  v.object({
    kind: v.picklist(LIMIT_KINDS),
    value: v.nullish(Whole),
    used: Whole,
    resets: v.string(),
    pending: unreadableAs(v.nullish(PendingLimit), { from: '' }),
  }),
  (limit) => ({ kind: Object(limit).kind, used: 0, resets: '' }),
)
export type PlayerLimit = v.InferOutput<typeof PlayerLimit>

/**
 * GET /player/limits: the limits that the server keeps. `pauseDays`: the pauses that it offers. `timeZone`
 * (IANA): by its midnight the periods begin, weeks on Monday.
 */
export const LimitsAnswer = v.object({
  limits: list(PlayerLimit),
  // Strict: an unreadable one does not mean that play is possible.
  pausedUntil: v.nullish(v.string()),
  pauseDays: optional(list(Whole), []),
  timeZone: optional(v.string()),
})
export type LimitsAnswer = v.InferOutput<typeof LimitsAnswer>

/**
 * POST /player/limits: a lower limit applies at once, a higher one or none (null) after a day. The value that
 * applies now withdraws a pending change. The answer is a LimitsAnswer.
 */
export const LimitRequest = v.object({ kind: v.picklist(LIMIT_KINDS), value: LimitValue })
export type LimitRequest = v.InferOutput<typeof LimitRequest>

/**
 * POST /player/pause: no play from now on for this many days, which nothing ends earlier. The answer is a
 * LimitsAnswer.
 */
export const PauseRequest = v.object({
  days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_PAUSE_DAYS)),
})
