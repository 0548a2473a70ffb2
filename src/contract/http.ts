import * as v from 'valibot'
import { Code } from './codes.ts'
import { Cents, Id } from './money.ts'
import { codeNumber, list, optional, unreadableAs } from './tolerant.ts'

/** Maximum length of a token that a server accepts, in characters. */
export const MAX_TOKEN_LENGTH = 4096

/** Values for the placeholders of a code's text; see "params by code". */
export const Params = v.record(v.string(), v.fallback(v.union([v.string(), v.number()]), ''))
export type Params = v.InferOutput<typeof Params>

/** The answer to a refused call, with an HTTP status of 400 or more. */
export const ErrorAnswer = v.object({
  // The reason, for which the app shows a text of its own. Absent: `ErrorMessage` is shown.
  code: optional(codeNumber),
  // The text for a code that the app does not know. Absent: a general text.
  ErrorMessage: optional(v.string(), ''),
  // Values for the placeholders of the text. Absent: the text has gaps, see "params by code".
  params: optional(Params, {}),
})
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>

/**
 * Whether an answer that is no HTTP error, or an acknowledgement, reports success. A server may refuse with
 * one too: by a `status` of false, a `code` other than success, or an `ErrorMessage` without a code and
 * without a `status` of true. The codes 0 and "" are none.
 */
type Outcome = Readonly<Partial<Record<'status' | 'code' | 'ErrorMessage', unknown>>>
export const reportsSuccess = ({ status, code, ErrorMessage }: Outcome): boolean =>
  status !== false && (code ? Number(code) === Code.success : !ErrorMessage || status === true)

/** A login. */
export const LoginRequest = v.object({
  // User name or e-mail address, without the spaces around it.
  username: v.pipe(v.string(), v.trim(), v.minLength(4), v.maxLength(100), v.regex(/^\P{Cc}*$/u)),
  password: v.pipe(v.string(), v.minLength(4), v.maxLength(200)), // As typed.
  // The setting `siteId`. Absent: the server assumes its only site.
  site_id: v.optional(v.pipe(v.number(), v.safeInteger())),
})
export type LoginRequest = v.InferOutput<typeof LoginRequest>

/** One level of a player. */
export const Permission = v.object({ /* The level, such as 145. */ PermissionId: v.number() })

/**
 * The signed-in player. A renewal returns a token that replaces the request's token. GET /validate need not
 * repeat the fields of POST /login: a field that is absent or null keeps its value, except `pin_code` and
 * `maxStake`, which null removes.
 */
export const SignInAnswer = v.object({
  token: v.pipe(v.string(), v.minLength(1)), // A JWT or an opaque text. Of a JWT only `exp` is read.
  // Hash of the PIN, never the PIN: `sha256:` and 64 hexadecimal digits (or the digits alone), or
  // `pbkdf2-sha256:iterations:salt:hash`, salt and hash in base64. Absent: the idle lock offers only the
  // logout.
  pin_code: optional(v.string()),
  // Id of the player, sent in the `init` of the notification channel. Absent: that `init` carries null.
  id: optional(Id),
  username: optional(v.string()), // Shown in the menu. Absent: the typed name.
  name: optional(v.string()), // First name. Absent: not shown.
  lastname: optional(v.string()), // Last name. Absent: not shown.
  // `admin` and `staff` are roles; any other text is the role `user`. Absent: the role `user`.
  Group: optional(v.string()),
  // Levels of the player; a menu item with levels needs one of them. Absent: levels are not checked.
  Permissions: optional(list(Permission)),
  ip_address: optional(v.string()), // IP address of this login. Absent: not shown.
  versions: optional(v.string()), // Version of the server. Not read. Absent: no effect.
  // WHEP address with `{id}` for the machine, relative to the machine server, which answers an offer up to 10
  // s before the player is seated and starts the picture with the seat. The server must reach the player by
  // its own ICE checks, because the app may send no candidates. Empty: the address no longer exists. Used
  // where the game's `init` names the same address without ICE servers. Absent: the app sends its offer after
  // the join.
  early_video_url: optional(v.string()),
  last_logon: optional(v.string()), // Time of the previous login [ISO 8601]. Absent: not shown.
  last_logon_ip: optional(v.string()), // IP address of that login. Absent: not shown.
  // Ids of the machines that the player played last, the newest first; the lobby shows three. Absent: none.
  last_machines: optional(list(Id)),
  // The highest stake of a spin that this player may play [cents]; a lower one of the jurisdiction counts
  // beside it. The server must refuse higher stakes itself. An unreadable value counts as 0: no stake is
  // possible. null: no limit. Absent: as before, at the login no limit.
  maxStake: unreadableAs(v.nullish(v.pipe(Cents, v.minValue(0))), 0),
})
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>

// Grows with every movement of the player's money; the highest is shown. Absent: the latest answer is shown.
const seq = optional(v.pipe(v.number(), v.safeInteger()))
export const wallet = { /* The balance of the wallet. */ balance: Cents, seq }
/** Where the balance may be left out, or unreadable. */
export const optionalWallet = {
  balance: optional(Cents), // The balance of the wallet. Absent: the app fetches it.
  seq,
}

/** The wallet. */
export const BalanceAnswer = v.object(wallet)
export type BalanceAnswer = v.InferOutput<typeof BalanceAnswer>

/** Known machine statuses; any other text reads as `unknown`. */
export const MACHINE_STATUSES = [
  'available',
  'playing',
  'reserved',
  'waiting',
  'in-bonus',
  'cashing-out',
  'offline',
  'error',
  'unknown',
] as const
/** A machine's state; other texts are `unknown`. Players join an `available` one or the one held for them. */
export const MachineStatus = v.fallback(v.picklist(MACHINE_STATUSES), 'unknown')
export type MachineStatus = v.InferOutput<typeof MachineStatus>
