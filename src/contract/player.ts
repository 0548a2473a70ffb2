import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { codeNumber, list, optional } from './tolerant.ts'
import { Preferences } from './user.ts'

/* The calls about a player's account. */

/**
 * GET /player/discount and GET /player/bonus, with `?requestId=`. Amounts in cents. A refusal may contain
 * `seconds`, the time until the next claim.
 */
export const ClaimAnswer = v.object({
  status: v.boolean(),
  Params: optional(v.object({ amount: v.nullish(Cents, 0), seconds: optional(v.number()) })),
  code: optional(codeNumber),
  ErrorMessage: optional(v.string()),
})
export type ClaimAnswer = v.InferOutput<typeof ClaimAnswer>

/** POST /player/password */
export const PasswordRequest = v.object({
  old_password: v.pipe(v.string(), v.maxLength(200)),
  new_password: v.pipe(v.string(), v.maxLength(200)),
})

/** GET /player/profile. Times are ISO 8601. It may contain the player's preferences (user.ts). */
export const ProfileAnswer = v.object({
  id: Id,
  username: v.string(),
  name: optional(v.string(), ''),
  lastname: optional(v.string(), ''),
  email: optional(v.string()),
  last_logon: optional(v.string()),
  last_logon_ip: optional(v.string()),
  last_password_change: optional(v.string()),
  password_expired: optional(v.boolean(), false),
  /** Whether the server has the calls of limits.ts. */
  limits: optional(v.boolean()),
  ...Preferences.entries,
})
export type ProfileAnswer = v.InferOutput<typeof ProfileAnswer>

/** GET /player/logins: the player's open logins. Times are ISO 8601; `used`: the last use. */
const OpenLogin = v.object({
  id: Id,
  time: v.string(),
  used: optional(v.string()),
  ip: optional(v.string()),
  device: optional(v.string()),
  /** The login that sent the request. */
  current: optional(v.boolean(), false),
})
export const LoginsAnswer = v.object({ rows: list(OpenLogin) })
export type LoginsAnswer = v.InferOutput<typeof LoginsAnswer>

/** POST /player/logins/end: ends a login at once. */
export const EndLoginRequest = v.object({ id: Id })

/** Query of the two lists below; `cursor` is from the previous answer. */
export const PageQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(200)),
    50,
  ),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

const Finite = v.pipe(v.number(), v.finite())

/** The kinds of money movements: 1 Deposit, 2 Withdraw, 3 Cash In, 4 Cash Out, 5 Hand Pay, 6 JACKPOT. */
export const AmountAction = v.picklist([1, 2, 3, 4, 5, 6])

/** The values of `from` and `tag` that the app translates; others are shown as they are. */
export const HISTORY_WORDS = [
  'operator',
  'wallet',
  'machine',
  'discount',
  'bonus',
  'automatic',
  'returned',
  'jackpot',
] as const
export type HistoryWord = (typeof HISTORY_WORDS)[number]

/**
 * GET /player/transactions. Amounts in cents; positive ones increase the wallet. `from`: the origin of the
 * money; `tag`: its purpose; values of HISTORY_WORDS or a server's own.
 */
export const Transaction = v.object({
  id: Id,
  time: v.string(),
  /** An unknown action has a neutral text. */
  action: optional(AmountAction),
  amount: Cents,
  balance: optional(Cents),
  machine: optional(v.string()),
  from: optional(v.string()),
  tag: optional(v.string()),
})
export type Transaction = v.InferOutput<typeof Transaction>
export const TransactionsAnswer = v.object({ rows: list(Transaction), cursor: optional(v.string()) })
export type TransactionsAnswer = v.InferOutput<typeof TransactionsAnswer>

/**
 * GET /player/sessions: the player's visits to machines. Amounts in cents, `duration` in ms; `from` and `tag`
 * as above.
 */
export const SlotSession = v.object({
  id: Id,
  machine: v.string(),
  start: v.string(),
  end: optional(v.string()),
  duration: Finite,
  cashIn: Cents,
  cashOut: Cents,
  spins: Finite,
  freeSpins: Finite,
  from: optional(v.string()),
  tag: optional(v.string()),
})
export type SlotSession = v.InferOutput<typeof SlotSession>
export const SessionsAnswer = v.object({ rows: list(SlotSession), cursor: optional(v.string()) })
export type SessionsAnswer = v.InferOutput<typeof SessionsAnswer>

/** The account events that the app translates; GET /player/events may return others. */
export const EVENT_TYPES = [
  'login fail',
  'login success',
  'not allowed',
  'check fail',
  'check success',
  'logout',
  'password changed',
  'temporary blocked',
  'kicked by player',
  'limit changed',
  'pause started',
] as const

/** GET /player/events, newest first. `machine` is the machine's name. */
const AccountEvent = v.object({
  id: Id,
  type: v.string(),
  time: v.string(),
  ip: optional(v.string()),
  machine: optional(v.string()),
})
export const EventsAnswer = v.object({ rows: list(AccountEvent), cursor: optional(v.string()) })
export type EventsAnswer = v.InferOutput<typeof EventsAnswer>
