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

/** A change of a limit that is not effective yet. */
export const PendingLimit = v.object({
  value: v.nullish(Whole), // The new limit, in cents or minutes. Absent: the limit will be removed.
  from: v.string(), // When it takes effect [ISO 8601].
})
export type PendingLimit = v.InferOutput<typeof PendingLimit>

/** A limit that the player may set: a loss in cents, a time in minutes. */
export const PlayerLimit = unreadableBy(
  v.object({
    // `loss-day`, `loss-week` and `loss-month` limit stakes minus wins, `time-day` the time at machines.
    kind: v.picklist(LIMIT_KINDS),
    value: v.nullish(Whole), // The limit. Absent: no limit is set.
    used: Whole, // The net loss, negative for a net win, or the time, since the period began.
    resets: v.string(), // The end of the period [ISO 8601].
    // A change that is not effective yet. Absent: no change is pending.
    pending: unreadableAs(v.nullish(PendingLimit), { from: '' }),
  }),
  // No unreadable value means that there is no limit.
  (limit) => ({ kind: Object(limit).kind, used: 0, resets: '' }),
)
export type PlayerLimit = v.InferOutput<typeof PlayerLimit>

/** The player's own limits and pause. */
export const LimitsAnswer = v.object({
  limits: list(PlayerLimit), // The limits that the server keeps, set or not. The page offers these.
  pausedUntil: v.nullish(v.string()), // The end of the pause [ISO 8601]. Absent: the player has not paused.
  // The pauses that the server offers, in days. Absent: the page offers no pause.
  pauseDays: optional(list(Whole), []),
  // The IANA time zone of the limits: a day begins at its midnight, a week on Monday. Absent: not shown.
  timeZone: optional(v.string()),
})
export type LimitsAnswer = v.InferOutput<typeof LimitsAnswer>

/**
 * A change of one limit. A lower one applies at once, a higher one or none after 24 hours. The value that
 * applies now withdraws a pending change.
 */
export const LimitRequest = v.object({
  kind: v.picklist(LIMIT_KINDS), // The limit.
  value: LimitValue, // The new limit, in cents or minutes; null removes it.
})
export type LimitRequest = v.InferOutput<typeof LimitRequest>

/** A pause from now on. A shorter one than the current one changes nothing. */
export const PauseRequest = v.object({
  days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_PAUSE_DAYS)), // One of `pauseDays`.
})
