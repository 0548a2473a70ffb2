import * as v from 'valibot'
import { Cents, Id, RequestId } from './money.ts'
import { codeNumber, list, optional } from './tolerant.ts'
import { Preferences } from './user.ts'

/* The calls about a player's account. */

/** The name of a claim. */
export const ClaimQuery = v.object({
  requestId: RequestId, // A claim that is repeated with the same name is credited once.
})

/** A discount or a bonus. */
export const ClaimAnswer = v.object({
  status: v.boolean(), // true: credited.
  // The result of the claim. Absent: no amount is shown.
  Params: optional(
    v.object({
      amount: v.nullish(Cents, 0), // The credited amount. Absent: no amount is shown.
      // With a refusal: time until the next claim is possible [s]. Absent: the setting `repeatWindow`.
      seconds: optional(v.number()),
    }),
  ),
  code: optional(codeNumber), // With a refusal: the reason. Absent: ErrorMessage.
  ErrorMessage: optional(v.string()), // With a refusal: the reason as text. Absent: a general text.
})
export type ClaimAnswer = v.InferOutput<typeof ClaimAnswer>

/** A change of the password. */
export const PasswordRequest = v.object({
  old_password: v.pipe(v.string(), v.maxLength(200)), // The current password.
  // The new password. The server checks its rules: codes 40001, 40101 and 60021.
  new_password: v.pipe(v.string(), v.maxLength(200)),
})

/** The account and the player's preferences. */
export const ProfileAnswer = v.object({
  id: Id, // Id of the player.
  username: v.string(), // User name.
  name: optional(v.string(), ''), // First name. Absent: not shown.
  lastname: optional(v.string(), ''), // Last name. Absent: not shown.
  email: optional(v.string()), // E-mail address. Absent: a note says that it is missing.
  last_logon: optional(v.string()), // The last login [ISO 8601]. Absent: not shown.
  last_logon_ip: optional(v.string()), // IP address of that login. Absent: not shown.
  // Time of the last password change. After a lost answer it shows whether the change was made [ISO 8601].
  // Absent: not shown; a change with a lost answer counts as not made.
  last_password_change: optional(v.string()),
  // true: a notice asks for a new password. Absent: no notice.
  password_expired: optional(v.boolean(), false),
  // true: the server has the calls `/player/limits` and `/player/pause`. Absent: the app offers no limits.
  limits: optional(v.boolean()),
  ...Preferences.entries,
})
export type ProfileAnswer = v.InferOutput<typeof ProfileAnswer>

/** An open login. */
export const OpenLogin = v.object({
  id: Id, // Its id.
  time: v.string(), // Time of the login [ISO 8601].
  used: optional(v.string()), // Time of its last use [ISO 8601]. Absent: not shown.
  ip: optional(v.string()), // IP address. Absent: not shown.
  device: optional(v.string()), // Browser and system, such as `Chrome, Android`. Absent: a neutral name.
  // true: the login of this token; the app does not offer to end it. Absent: another login.
  current: optional(v.boolean(), false),
})
/** The player's open logins, the newest first. */
export const LoginsAnswer = v.object({ /* All of them. */ rows: list(OpenLogin) })
export type LoginsAnswer = v.InferOutput<typeof LoginsAnswer>

/** Ends one of the player's logins. */
export const EndLoginRequest = v.object({
  id: Id, // Id of the login. A login that has already ended is no error.
})

/** A page of a list. */
export const PageQuery = v.object({
  // The cursor of the previous answer. Absent: the first page.
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  // Rows, 1 to 200. Absent: 50.
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(200)),
    50,
  ),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))), // Words to search for. Absent: all rows.
})

/** Send it to get the next page. Absent: the list is complete. */
const cursor = optional(v.string())

const Finite = v.pipe(v.number(), v.finite())

/** 1 Deposit, 2 Withdraw, 3 Cash In, 4 Cash Out, 5 Hand Pay, 6 JACKPOT. */
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

/** A movement of money. */
export const Transaction = v.object({
  id: Id, // Its id.
  time: v.string(), // Time of the booking [ISO 8601].
  action: optional(AmountAction), // Its kind. Absent: a neutral name, as for an unknown kind.
  amount: Cents, // Signed change of the wallet: a cash-in is negative.
  balance: optional(Cents), // The balance afterwards. Absent: the column is empty.
  machine: optional(v.string()), // Name of the machine. Absent: the column is empty.
  from: optional(v.string()), // Its source, as the server names it. Absent: the column is empty.
  tag: optional(v.string()), // A label of the server. Absent: the column is empty.
})
export type Transaction = v.InferOutput<typeof Transaction>
/** Movements, the newest first. */
export const TransactionsAnswer = v.object({ /* The rows of the page. */ rows: list(Transaction), cursor })
export type TransactionsAnswer = v.InferOutput<typeof TransactionsAnswer>

/** A visit to a machine. */
export const SlotSession = v.object({
  id: Id, // Its id.
  machine: v.string(), // Name of the machine.
  start: v.string(), // Start of the visit [ISO 8601].
  end: optional(v.string()), // End of the visit [ISO 8601]. Absent: the visit has not ended.
  duration: Finite, // Length of the visit [ms].
  cashIn: Cents, // Loaded from the wallet.
  cashOut: Cents, // Moved back to the wallet.
  spins: Finite, // Paid spins.
  freeSpins: Finite, // Free spins.
  from: optional(v.string()), // Its source, as the server names it. Absent: the column is empty.
  tag: optional(v.string()), // A label of the server. Absent: the column is empty.
})
export type SlotSession = v.InferOutput<typeof SlotSession>
/** Visits, the newest first. */
export const SessionsAnswer = v.object({ /* The rows of the page. */ rows: list(SlotSession), cursor })
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

/** An event of the account. */
export const AccountEvent = v.object({
  id: Id, // Its id.
  // Kind of the event: `login success`, `login fail`, `logout`, `password changed`, … Other texts are shown
  // unchanged.
  type: v.string(),
  time: v.string(), // Time of the event [ISO 8601].
  ip: optional(v.string()), // IP address. Absent: not shown.
  machine: optional(v.string()), // Name of the machine. Absent: not shown.
})
/** Events, the newest first. */
export const EventsAnswer = v.object({ /* The rows of the page. */ rows: list(AccountEvent), cursor })
export type EventsAnswer = v.InferOutput<typeof EventsAnswer>
